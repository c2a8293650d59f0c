import { create } from "zustand";

interface AppState {
  /** Version that the server last named; undefined before the first answer. */
  readonly version: string | undefined;
  /** True once the server answered with another version than before: this page is old. */
  readonly needsRefresh: boolean;
}

/** What concerns the running page as a whole. */
export const useAppStore = create<AppState>()(() => ({ version: undefined, needsRefresh: false }));

/** Takes note of the server's version. */
export function noteVersion(version: string): void {
  useAppStore.setState((state) => ({
    version,
    needsRefresh: state.needsRefresh || (state.version !== undefined && state.version !== version),
  }));
}
