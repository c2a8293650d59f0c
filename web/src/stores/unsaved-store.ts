import { create } from "zustand";

interface Kept {
  readonly accountId: number;
  readonly values: unknown;
  /**
   * Whether the form was closed before it could be saved, so that the input waits for the user. Otherwise the user left
   * it.
   */
  readonly interrupted: boolean;
}

/**
 * Unsaved input by form, for sessions that end during work. It is kept in memory only, because forms
 * contain addresses, and is returned only to the account in which it was typed.
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

/** Keeps the input of one form, or of all, when the session ends during work. */
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

/** Clears all input when the user signs out. */
export function forgetAllUnsaved(): void {
  useUnsavedStore.setState({ byForm: {} });
}

/** The input kept for a form of this account; undefined if there is none. */
export function unsaved(form: string, accountId: number): unknown {
  const kept = useUnsavedStore.getState().byForm[form];
  return kept?.interrupted && kept.accountId === accountId ? kept.values : undefined;
}
