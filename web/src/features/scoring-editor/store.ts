import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "../../api/fault";
import type { BacktestScoringResponse, Group, PreviewScoringResponse, Property, Scoring } from "../../api/messages";
import type { Channel } from "../../lib/channel";
import { fingerprint } from "./model/content";
import type { Draft } from "./model/draft";

/** The outcome of the last save; `saving` during one. */
export type SavePhase = "idle" | "saving" | "saved" | "failed";

/** The response of the rules and the engine, and its draft. */
export interface PreviewState {
  /** `waiting` while the server is busy with another preview of the account. */
  readonly phase: "none" | "loading" | "waiting" | "ready" | "failed";
  /** The last answer; it stays while the next is on its way. */
  readonly answer: PreviewScoringResponse | undefined;
  /** Fingerprint of the draft of `answer`. */
  readonly of: string | undefined;
  readonly fault: Fault | undefined;
}

/** Backtest of one channel, and its draft. */
export interface BacktestState {
  /** `waiting` while the server is busy with another preview of the account, `stopped` after a cancellation here. */
  readonly phase: "none" | "loading" | "waiting" | "ready" | "stopped" | "failed";
  /** The last answer; it stays while the next is on its way. */
  readonly answer: BacktestScoringResponse | undefined;
  /** Fingerprint of the draft of `answer`. */
  readonly of: string | undefined;
  readonly fault: Fault | undefined;
}

export interface EditorState {
  readonly draft: Draft;
  /** Fingerprint of the saved draft: a different one needs a save. */
  readonly saved: string;
  readonly phase: SavePhase;
  readonly savedAt: Date | undefined;
  readonly fault: Fault | undefined;
  /** The other save in a conflict; the user chooses. */
  readonly conflict: Scoring | undefined;
  readonly preview: PreviewState;
  readonly backtests: Readonly<Partial<Record<Channel, BacktestState>>>;
  /** Groups and properties created here, which can be chosen like the others. */
  readonly made: { readonly groups: readonly Group[]; readonly properties: readonly Property[] };
}

export type EditorStore = StoreApi<EditorState>;

/** Opens a scoring for editing. `typed` is input stored from an ended session. */
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

/** Whether there is input that the server does not have. */
export function isDirty({ draft, saved }: EditorState): boolean {
  return fingerprint(draft) !== saved;
}
