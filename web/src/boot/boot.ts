/**
 * Runs before everything else, as a separate script of one or two kilobytes: puts the page into the user's mode and
 * language, and sends the first page's calls while the program itself is loading.
 */

import { firstCalls, nextCalls } from "./first-calls";

interface Stored {
  readonly state?: Readonly<Record<string, unknown>>;
}

/** A call in flight, with the `authorization` that it was sent with. */
export interface EarlyCall {
  readonly authorization: string | null;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Calls in flight by path, each for the first call of the program to it. */
    pulsEarly?: Map<string, EarlyCall>;
  }
}

/**
 * How long a token must still be valid for early calls to use it, in seconds; otherwise the program renews it first.
 */
const SOON_SECONDS = 60;
const ENABLED = "enabled";
/** Calls that are sent without a token. */
const PUBLIC = "/api/public/";

function stored(name: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "{}") as Stored).state ?? {};
  } catch {
    return {};
  }
}

/** Whether the page will run on sample data, without a server. */
function withoutServer(search: URLSearchParams): boolean {
  const asked = search.get("mock") === "1" && localStorage.getItem("puls.dev") === ENABLED;
  return asked || [localStorage, sessionStorage].some((storage) => storage.getItem("puls.mock") === ENABLED);
}

/** Preloads parts of the program: those of the first page, or the English texts. */
function preload(name: "person" | "report" | "english"): void {
  const element = document.getElementById("parts");
  const parts = JSON.parse(element?.textContent ?? "{}") as Readonly<Record<string, readonly string[]>>;
  for (const href of parts[name] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}

function boot(): void {
  const { chosenLanguage, accountLanguage, colorMode } = stored("puls.preferences");
  const dark = colorMode === "dark" || (colorMode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["mode"] = dark ? "dark" : "light";
  if ((chosenLanguage ?? accountLanguage) === "en") {
    document.documentElement.lang = "en";
    preload("english");
  }

  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  if (withoutServer(query)) return;
  const calls = new Map<string, EarlyCall>();
  window.pulsEarly = calls;
  const ask = (path: string, authorization: string | null = null, next?: (answer: unknown) => string[]): void => {
    const headers: Record<string, string> = { accept: "application/json" };
    if (authorization !== null) headers["authorization"] = authorization;
    const sent = fetch(path, { headers, credentials: "include", redirect: "error", cache: "no-store" });
    // Later calls start before the program has the response, so that it does not send them again.
    const answer = next ? sent.then((first) => goOn(first, next, authorization)) : sent;
    // A failure is reported to the call that uses it, if any.
    answer.catch(() => undefined);
    calls.set(path, { authorization, answer });
  };
  const goOn = async (
    first: Response,
    next: (answer: unknown) => string[],
    authorization: string | null,
  ): Promise<Response> => {
    try {
      next(await first.clone().json()).forEach((path) => ask(path, authorization));
    } catch {
      // Not a scoring: the program reads the response and reports it.
    }
    return first;
  };
  ask("/config.json");
  ask("/api/public/system/feature-flags");
  const { token, expire } = stored("puls.session");
  const lasts = typeof expire === "number" && expire - Date.now() / 1000 > SOON_SECONDS;
  if (typeof token !== "string") return;
  preload(pathname.startsWith("/reports/scoring/summary/") ? "report" : "person");
  if (!lasts) return;
  const bearer = `Bearer ${token}`;
  const next = nextCalls(pathname, query);
  ask("/api/protected/account/users/me", bearer);
  for (const path of firstCalls(pathname, query)) ask(path, path.startsWith(PUBLIC) ? null : bearer, next);
}

boot();
// The browser reads its language tables at their first use; while the program loads that costs no time.
setTimeout(() => {
  Intl.NumberFormat.supportedLocalesOf("pl");
  Intl.DateTimeFormat.supportedLocalesOf("pl");
}, 100);
