import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../api/fault";
import type { BacktestScoringResponse, Group, PreviewScoringResponse, Property, Scoring } from "../../api/messages";
import type { Channel } from "../../lib/channel";
import { fingerprint } from "./model/content";
import type { Draft } from "./model/draft";

/** How the last save went; `saving` while one is on its way. */
export type SavePhase = "idle" | "saving" | "saved" | "failed";

/** What the rules and the engine said about a draft, and whether it is still this one. */
export interface PreviewState {
  /** `waiting` while the server is busy with something else of the account. */
  readonly phase: "none" | "loading" | "waiting" | "ready" | "failed";
  /** The last answer; it stays while the next is on its way. */
  readonly answer: PreviewScoringResponse | undefined;
  /** The draft, as a fingerprint, that `answer` is about. */
  readonly of: string | undefined;
  readonly fault: Fault | undefined;
}

/** What past weeks would have been like in one channel, and whether it is still about this draft. */
export interface BacktestState {
  /** `waiting` while the server is busy with something else of the account, `stopped` when nobody wanted it any more. */
  readonly phase: "none" | "loading" | "waiting" | "ready" | "stopped" | "failed";
  /** The last answer; it stays while the next is on its way. */
  readonly answer: BacktestScoringResponse | undefined;
  /** What `answer` is about, as a fingerprint. */
  readonly of: string | undefined;
  readonly fault: Fault | undefined;
}

export interface EditorState {
  readonly draft: Draft;
  /** What the server keeps, as a fingerprint: another one is to be saved. */
  readonly saved: string;
  readonly phase: SavePhase;
  readonly savedAt: Date | undefined;
  readonly fault: Fault | undefined;
  /** What somebody else saved meanwhile; the person chooses. */
  readonly conflict: Scoring | undefined;
  readonly preview: PreviewState;
  readonly backtests: Readonly<Partial<Record<Channel, BacktestState>>>;
  /** What was made in place; it can be chosen as what was there before. */
  readonly made: { readonly groups: readonly Group[]; readonly properties: readonly Property[] };
}

export type EditorStore = StoreApi<EditorState>;

/** Opens a scoring for editing. `typed` is what the person had entered when their session ended. */
export function createEditorStore(loaded: Draft, typed?: Draft): EditorStore {
  return createStore(() => ({
    draft: typed ?? loaded,
    saved: fingerprint(loaded),
    phase: "idle",
    savedAt: undefined,
    fault: undefined,
    conflict: undefined,
    preview: { phase: "none", answer: undefined, of: undefined, fault: undefined },
    backtests: {},
    made: { groups: [], properties: [] },
  }));
}

/** Whether something was entered that the server does not have. */
export function isDirty({ draft, saved }: EditorState): boolean {
  return fingerprint(draft) !== saved;
}
