import { create } from "zustand";

interface Kept {
  readonly accountId: number;
  readonly values: unknown;
}

/**
 * What was typed and not yet saved when a session ended, by form. It lives in memory only, because forms hold
 * addresses, and only the account it was typed in gets it back.
 */
const useUnsavedStore = create<{ readonly byForm: Readonly<Record<string, Kept>> }>()(() => ({ byForm: {} }));

export function keepUnsaved(form: string, accountId: number, values: unknown): void {
  useUnsavedStore.setState(({ byForm }) => ({ byForm: { ...byForm, [form]: { accountId, values } } }));
}

export function forgetUnsaved(form: string): void {
  useUnsavedStore.setState(({ byForm }) => ({
    byForm: Object.fromEntries(Object.entries(byForm).filter(([name]) => name !== form)),
  }));
}

/** What was typed into a form of this account before; undefined when nothing waits. */
export function unsaved(form: string, accountId: number): unknown {
  const kept = useUnsavedStore.getState().byForm[form];
  return kept?.accountId === accountId ? kept.values : undefined;
}
