import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../api/fault";
import type { BacktestScoringResponse, Group, PreviewScoringResponse, Property, Scoring } from "../../api/messages";
import type { Channel } from "../../lib/channel";
import { fingerprint } from "./model/content";
import type { Draft } from "./model/draft";

/** How the last save went; `saving` while one is on its way. */
export type SavePhase = "idle" | "saving" | "saved" | "failed";

/** The answer of the rules and the engine, and whether it is about the present draft. */
export interface PreviewState {
  /** `waiting` while the server is busy with something else of the account. */
  readonly phase: "none" | "loading" | "waiting" | "ready" | "failed";
  /** The last answer; it stays while the next is on its way. */
  readonly answer: PreviewScoringResponse | undefined;
  /** The draft, as a fingerprint, that `answer` is about. */
  readonly of: string | undefined;
  readonly fault: Fault | undefined;
}

/** Backtest of one channel, and whether it is about the present draft. */
export interface BacktestState {
  /** `waiting` while the server is busy with another preview of the account, `stopped` after it was ended here. */
  readonly phase: "none" | "loading" | "waiting" | "ready" | "stopped" | "failed";
  /** The last answer; it stays while the next is on its way. */
  readonly answer: BacktestScoringResponse | undefined;
  /** Fingerprint of the draft that `answer` is about. */
  readonly of: string | undefined;
  readonly fault: Fault | undefined;
}

export interface EditorState {
  readonly draft: Draft;
  /** Fingerprint of the saved draft: another one is to be saved. */
  readonly saved: string;
  readonly phase: SavePhase;
  readonly savedAt: Date | undefined;
  readonly fault: Fault | undefined;
  /** The other save in a conflict; the user chooses. */
  readonly conflict: Scoring | undefined;
  readonly preview: PreviewState;
  readonly backtests: Readonly<Partial<Record<Channel, BacktestState>>>;
  /** Groups and properties made in place; they can be chosen as the others. */
  readonly made: { readonly groups: readonly Group[]; readonly properties: readonly Property[] };
}

export type EditorStore = StoreApi<EditorState>;

/** Opens a scoring for editing. `typed` is input kept from an ended session. */
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
