import { create } from "zustand";

interface Kept {
  readonly accountId: number;
  readonly values: unknown;
  /** It could not be saved before the form went: it waits for the person. Otherwise they left it behind themselves. */
  readonly interrupted: boolean;
}

/**
 * Unsaved input by form, for the case that the session ends. It lives in memory only, because
 * forms hold addresses, and only the account it was typed in gets it back.
 */
const useUnsavedStore = create<{ readonly byForm: Readonly<Record<string, Kept>> }>()(() => ({ byForm: {} }));

export function keepUnsaved(form: string, accountId: number, values: unknown): void {
  useUnsavedStore.setState(({ byForm }) => ({
    byForm: { ...byForm, [form]: { accountId, values, interrupted: false } },
  }));
}

export function forgetUnsaved(form: string): void {
  useUnsavedStore.setState(({ byForm }) => ({
    byForm: Object.fromEntries(Object.entries(byForm).filter(([name]) => name !== form)),
  }));
}

/** The session ended during work: input of one form or of all is kept. */
export function interruptUnsaved(form?: string): void {
  useUnsavedStore.setState(({ byForm }) => ({
    byForm: Object.fromEntries(
      Object.entries(byForm).map(([name, kept]) => [
        name,
        form === undefined || name === form ? { ...kept, interrupted: true } : kept,
      ]),
    ),
  }));
}

/** The person signed out: nothing waits. */
export function forgetAllUnsaved(): void {
  useUnsavedStore.setState({ byForm: {} });
}

/** Kept input of a form of this account; undefined without any. */
export function unsaved(form: string, accountId: number): unknown {
  const kept = useUnsavedStore.getState().byForm[form];
  return kept?.interrupted && kept.accountId === accountId ? kept.values : undefined;
}
