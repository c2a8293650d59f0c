import type { Api } from "../../../api/api";
import { toFault } from "../../../api/fault";
import type { PreviewScoringResponse } from "../../../api/messages";
import { fingerprint, toPreview } from "../model/content";
import type { EditorStore } from "../store";

/** One editor's questions to the rules and the engine: a new one ends the one before. */
export interface Preview {
  /** Asks about what stands now, unless that is known already. Resolves to the answer; undefined when there is none. */
  ask(distribution: boolean): Promise<PreviewScoringResponse | undefined>;
  /** Asks once nothing was changed for a moment. */
  askSoon(distribution: boolean): void;
  /** Nobody waits any more. */
  stop(): void;
}

/** How long typing rests before anything is asked. */
const REST_MS = 400;
/** How long to wait where the server is still busy with the question before and does not say how long. */
const BUSY_MS = 1000;

export function createPreview(api: Api, store: EditorStore): Preview {
  let asking = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    asking.abort();
  };
  const ask = async (distribution: boolean): Promise<PreviewScoringResponse | undefined> => {
    const { draft, preview } = store.getState();
    const of = previewKey(fingerprint(draft), distribution);
    if (preview.phase === "ready" && knows(preview.of, of)) return preview.answer;
    stop();
    asking = new AbortController();
    const { signal } = asking;
    store.setState({ preview: { ...preview, phase: "loading", fault: undefined } });
    try {
      const answer = await api.scorings.previewScoring(toPreview(draft, distribution), { signal });
      if (signal.aborted) return undefined;
      store.setState({ preview: { phase: "ready", answer, of, fault: undefined } });
      return answer;
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const fault = toFault(thrown);
      const { answer, of: about } = store.getState().preview;
      if (fault.reason === "SCORING_PREVIEW_BUSY") {
        timer = setTimeout(() => void ask(distribution), BUSY_MS);
        return undefined;
      }
      store.setState({ preview: { phase: "failed", answer, of: about, fault } });
      return undefined;
    }
  };
  return {
    ask,
    stop,
    askSoon: (distribution) => {
      stop();
      timer = setTimeout(() => void ask(distribution), REST_MS);
    },
  };
}

/** What an answer is about: a draft, with or without its scores. */
function previewKey(draft: string, distribution: boolean): string {
  return `${distribution ? "scores" : "audience"} ${draft}`;
}

/** Whether an answer serves a question: one with scores serves both. */
function knows(answered: string | undefined, asked: string): boolean {
  return answered === asked || answered === asked.replace(/^audience /, "scores ");
}

/** Whether the last answer is about this draft. */
export function isAbout(of: string | undefined, draft: string): boolean {
  return of !== undefined && knows(of, previewKey(draft, false));
}
