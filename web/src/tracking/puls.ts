// The tracking script loaded by websites (docs/tracking.md). It sends page views and calls of the website, in batches,
// to the installation that served the script. It is built separately and has no imports, so that it stays small.

interface Message {
  type: "track" | "page" | "identify";
  event?: string;
  messageId: string;
  anonymousId: string;
  userId?: string | undefined;
  timestamp: string;
  traits?: { email?: string | undefined; phone?: string | undefined };
  context: { page: { url: string } };
}

type Call = [command?: unknown, detail?: unknown];

declare global {
  interface Window {
    puls?: { (...call: Call): void; q?: ArrayLike<unknown>[] };
    doNotTrack?: string | null;
  }
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

const ID = "puls_id";
const LEFT = "puls_left";
/** Thirteen months, in seconds. */
const LIFETIME = 34_164_000;
const PAUSE = 2_000;
const BATCH = 20;
/** The most events kept while the installation does not answer: the oldest are dropped first. */
const MOST = 200;
const LONGEST_PAUSE = 60_000;

function start(script: HTMLScriptElement): void {
  const key = script.dataset["key"] ?? "";
  const from = script.src || location.href;
  const endpoint = script.dataset["endpoint"] ?? new URL("/api/ingest/v1/batch", from).href;
  const before = window.puls?.q ?? [];
  const refused = navigator.doNotTrack === "1" || window.doNotTrack === "1" || navigator.globalPrivacyControl === true;
  if (!key || refused) {
    window.puls = () => undefined;
    return;
  }

  /** The visitor: stored in the browser after consent, otherwise kept until the page is closed. */
  let visitor = readCookie();
  let consented = visitor !== "";
  let waiting = script.dataset["consent"] === "wait" && !consented;
  let user: Pick<Message, "userId" | "traits"> = {};
  let queue: Message[] = consented ? readLeft() : [];
  let onTheWay: Message[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let seen = "";
  visitor ||= random();

  function add(type: Message["type"], event?: string): void {
    if (waiting) return;
    queue.push({
      type,
      ...(event && { event }),
      ...(type === "identify" ? user : user.userId && { userId: user.userId }),
      messageId: random(),
      anonymousId: visitor,
      timestamp: new Date().toISOString(),
      context: { page: { url: location.origin + location.pathname } },
    });
    queue.splice(0, queue.length - MOST);
    if (queue.length >= BATCH && !failures) send();
    else plan(PAUSE);
  }

  function plan(pause: number): void {
    timer ??= setTimeout(send, pause);
  }

  function bodyOf(batch: Message[]): string {
    return JSON.stringify({ writeKey: key, sentAt: new Date().toISOString(), batch });
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (onTheWay.length || !queue.length) return;
    onTheWay = queue.splice(0, BATCH);
    // Plain text needs no preflight request; with keepalive it arrives even if the page is left.
    fetch(endpoint, { method: "POST", body: bodyOf(onTheWay), keepalive: true, credentials: "omit" })
      .then((answer) => {
        if (answer.status === 429 || answer.status >= 500) fail(Number(answer.headers.get("Retry-After")) * 1_000);
        else settle();
      })
      .catch(() => fail(0));
  }

  function settle(): void {
    onTheWay = [];
    failures = 0;
    if (queue.length) plan(queue.length >= BATCH ? 0 : PAUSE);
  }

  function fail(wait: number): void {
    queue = [...onTheWay, ...queue].slice(-MOST);
    onTheWay = [];
    failures++;
    plan(Math.max(wait || 0, Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE)));
  }

  /**
   * When the page is left, waiting events are sent with the browser's beacon. Events that may be lost, because the
   * installation does not answer, are stored for the next page if storage is allowed.
   */
  function leave(): void {
    const rest = [...queue];
    let taken = true;
    while (taken && rest.length) taken = navigator.sendBeacon(endpoint, bodyOf(rest.splice(0, 2 * BATCH)));
    if (taken && !failures) queue = [];
    else if (consented) store(LEFT, JSON.stringify([...onTheWay, ...queue]));
  }

  function page(): void {
    const here = location.pathname + location.search;
    if (waiting || here === seen) return;
    seen = here;
    add("page");
  }

  function consent(given: boolean): void {
    consented = given;
    if (given) {
      waiting = false;
      writeCookie(visitor, LIFETIME);
      page();
      return;
    }
    writeCookie("", 0);
    store(LEFT);
    visitor = random();
    user = {};
    queue = [];
    waiting = script.dataset["consent"] === "wait";
  }

  function call(...[command, detail]: Call): void {
    if (command === "consent") consent(detail === true);
    else if (command === "identify") {
      user = userOf(detail);
      add("identify");
    } else if (command === "page") {
      seen = "";
      page();
    } else if (typeof command === "string") add("track", command);
  }

  window.puls = call;
  for (const earlier of Array.from(before)) call(...(Array.from(earlier) as Call));
  const push = history.pushState.bind(history);
  history.pushState = (...change) => {
    push(...change);
    page();
  };
  addEventListener("popstate", page);
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
  });
  page();
}

/** The identity given by the website: an id, or an object of userId, email and phone. */
function userOf(detail: unknown): Pick<Message, "userId" | "traits"> {
  if (typeof detail !== "object" || detail === null) return { userId: text(detail) };
  const { userId, email, phone } = detail as Record<string, unknown>;
  return { userId: text(userId), traits: { email: text(email), phone: text(phone) } };
}

/** A text or number as text; undefined for an empty one, so that JSON omits it. */
function text(value: unknown): string | undefined {
  return (typeof value === "string" || typeof value === "number") && value !== "" ? `${value}` : undefined;
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readCookie(): string {
  return new RegExp(`(?:^|; )${ID}=([0-9a-f]{32})`).exec(document.cookie)?.[1] ?? "";
}

/** Sets the cookie for the widest domain possible, so that shop.example.com and www.example.com share a visitor. */
function writeCookie(value: string, age: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const names = location.hostname.split(".");
  for (let parts = Math.min(2, names.length); parts <= names.length; parts++) {
    const domain = names.length > 1 ? `; domain=${names.slice(-parts).join(".")}` : "";
    document.cookie = `${ID}=${value}; path=/; max-age=${age}; SameSite=Lax${secure}${domain}`;
    if (value && readCookie() === value) return;
  }
}

/** Storage may be forbidden; then nothing is stored. */
function store(name: string, value?: string): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // nothing can be done about it, and the events are on their way already
  }
}

/** Unanswered events of the previous page: they are sent again, and each is counted once. */
function readLeft(): Message[] {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(LEFT) ?? "[]");
    store(LEFT);
    return Array.isArray(left) ? (left as Message[]).slice(-MOST) : [];
  } catch {
    return [];
  }
}

const script = (document.currentScript ??
  document.querySelector("script[data-key][src*='/tracking/v1/puls.js']")) as HTMLScriptElement | null;
if (script) start(script);

export {};
