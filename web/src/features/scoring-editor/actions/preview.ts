import { clientOf, type Api } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { whenFree } from "../../../api/busy";
import { toFault } from "../../../api/fault";
import type { PreviewScoringResponse } from "../../../api/messages";
import { toPreview } from "../model/content";
import type { Draft } from "../model/draft";
import type { EditorStore } from "../store";

/** One editor's preview requests to the rules and the engine: a new one cancels the previous one. */
export interface Preview {
  /** Previews the present draft, unless its response is known. Resolves to the response; undefined without one. */
  ask(distribution: boolean): Promise<PreviewScoringResponse | undefined>;
  /** Requests a preview after a pause in the changes. */
  askSoon(distribution: boolean): void;
  /** Requests a preview now and after every change, until the returned function is called. */
  follow(distribution: boolean): () => void;
  /** Cancels the running preview. */
  stop(): void;
}

/** The pause in typing before a request. */
const REST_MS = 400;

export function createPreview(api: Api, store: EditorStore): Preview {
  let asking = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    asking.abort();
  };
  const ask = async (distribution: boolean): Promise<PreviewScoringResponse | undefined> => {
    const { draft, preview } = store.getState();
    const of = keyOf(draft, distribution);
    if (preview.phase === "ready" && knows(preview.of, of)) return preview.answer;
    stop();
    asking = new AbortController();
    const { signal } = asking;
    store.setState({ preview: { ...preview, phase: "loading", fault: undefined } });
    try {
      const answer = await whenFree(
        () => clientOf(api, ScoringService).previewScoring(toPreview(draft, distribution), { signal }),
        signal,
        () => store.setState(({ preview: last }) => ({ preview: { ...last, phase: "waiting" } })),
      );
      if (signal.aborted) return undefined;
      store.setState({ preview: { phase: "ready", answer, of, fault: undefined } });
      return answer;
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const fault = toFault(thrown);
      store.setState(({ preview: last }) => ({ preview: { ...last, phase: "failed", fault } }));
      return undefined;
    }
  };
  const askSoon = (distribution: boolean): void => {
    stop();
    timer = setTimeout(() => void ask(distribution), REST_MS);
  };
  return {
    ask,
    askSoon,
    stop,
    follow: (distribution) => {
      void ask(distribution);
      const end = store.subscribe(({ draft }, before) => {
        if (draft === before.draft) return;
        if (keyOf(draft, distribution) !== keyOf(before.draft, distribution)) askSoon(distribution);
      });
      return () => {
        end();
        stop();
      };
    },
  };
}

/** Key of a response: its request, with or without scores. Name and step do not affect it. */
function keyOf(draft: Draft, distribution: boolean): string {
  return `${distribution ? "scores" : "audience"} ${JSON.stringify(toPreview(draft, false))}`;
}

/** Whether a response serves a request: one with scores serves both kinds. */
function knows(answered: string | undefined, asked: string): boolean {
  return answered === asked || answered === asked.replace(/^audience /, "scores ");
}

/** Whether the last response is for this draft. */
export function isAbout(of: string | undefined, draft: Draft): boolean {
  return of !== undefined && knows(of, keyOf(draft, false));
}
