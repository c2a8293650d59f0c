import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { Fetch } from "../api/rest-fetch";
import { canonicalJson } from "../lib/canonical";
import { CHANNELS, type Channel } from "../lib/channel";
import type { DemoPerson } from "../lib/demo";
import { createClock } from "./clock";

/** The program's answers recorded while walking through its demo account (`tools/task demo:record`). */
export interface Recording {
  /** The time of the recording, in RFC 3339. */
  readonly at: string;
  /** The time zone of the account's days. */
  readonly timeZone: string;
  /** The distinct answers. */
  readonly bodies: readonly JsonValue[];
  /** The index of the answer, by request in the form of `keyOf`. */
  readonly answers: Readonly<Record<string, number>>;
}

/** A call, with the values of path, query and body merged. */
interface Asked {
  /** Method and path. */
  readonly route: string;
  readonly params: JsonObject;
}

/** The errors of the demonstration itself: no more data to show, and changes are not saved. */
const NOT_SHOWN = { meta: { class: "DEMO_NOT_SHOWN" } };
export const NOT_SAVED = { meta: { class: "DEMO_NOT_SAVED" } };

const NAMELESS = /^\/api\/(protected|public)/;
const ME = "GET /account/users/me";
/** Calls that save nothing in the account: signing in, choosing a language, reading the notifications. */
const PASSED_OVER = /^POST (\/account\/(users|accounts)[/:].*|\/account\/notifications:read)$/;
/** The recorded account has no API key. */
const API_KEY = "GET /saresystem/api-key";
const SIGNED_IN = { token: "sample", expire: 4_000_000_000 };
/** Ends of ranges. The preceding year is not a whole number of weeks away, so its ends may differ by days. */
const RANGES = new Set(["start", "end"]);
const MOST_DAYS = 4;
/** A day at the end of a path. */
const DAY = /(?<=\/)\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The key of a call's answer in the recording. */
export function keyOf(method: string, address: string, body: string | null): string {
  const { route, params } = read(method, address, body);
  return `${route} ${canonicalJson(params)}`;
}

function read(method: string, address: string, body: string | null): Asked {
  const { pathname, searchParams } = new URL(address, "http://recording");
  const query = [...new Set(searchParams.keys())].map((name) => {
    const values = searchParams.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? "")] as const;
  });
  const sent = body ? (JSON.parse(body) as JsonObject) : {};
  const [date] = DAY.exec(pathname) ?? [];
  const params = { ...Object.fromEntries(query), ...sent, ...(date && { date }) };
  // The answer with these is a superset of the answer without them.
  for (const more of ["withActivity", "withGroups"]) Reflect.deleteProperty(params, more);
  return { route: `${method} ${pathname.replace(NAMELESS, "").replace(DAY, "{date}")}`, params };
}

/** Answers requests from a recording: its days are moved to the present, and nothing is saved. */
export function replay(recording: Recording, person: DemoPerson | undefined, now = new Date()): Fetch {
  const clock = createClock(recording.at, recording.timeZone, now);
  const recorded = Object.entries(recording.answers).map(([key, place]) => {
    const params = key.indexOf(" {");
    const asked = { route: key.slice(0, params), params: JSON.parse(key.slice(params + 1)) as JsonObject };
    return { ...asked, answer: recording.bodies[place] ?? null };
  });
  return (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    const asked = read(init?.method ?? "GET", address, (init?.body ?? null) as string | null);
    // Events of websites and mail providers arrive while the page is open; here none arrive.
    if (asked.route.endsWith(":recent")) return Promise.resolve(new Response(new ReadableStream()));
    if (PASSED_OVER.test(asked.route)) return Promise.resolve(json(SIGNED_IN));
    if (asked.route === API_KEY) return Promise.resolve(json({}, 404));
    const same = recorded.filter(({ route }) => route === asked.route);
    const answer = find(same, clock.back(asked.params), recording.at.slice(0, 10));
    if (answer === undefined) {
      const looks = asked.route.startsWith("GET ") || same.length > 0;
      return Promise.resolve(json(looks ? NOT_SHOWN : NOT_SAVED, 422));
    }
    const moved = clock.move(answer) as JsonObject;
    return Promise.resolve(json(asked.route === ME ? { ...moved, ...person } : moved));
  };
}

interface Recorded extends Asked {
  readonly answer: JsonValue;
}

function find(recorded: readonly Recorded[], params: JsonObject, newest: string): JsonValue | undefined {
  const apart = recorded.map((one) => daysApart(one.params, params, newest));
  const least = Math.min(...apart);
  return least <= MOST_DAYS ? recorded[apart.indexOf(least)]?.answer : slice(recorded, params, newest);
}

/** The number of days between the ranges of two requests; infinity if they differ in anything else. */
function daysApart(recorded: JsonObject, asked: JsonObject, newest: string): number {
  return [...new Set([...Object.keys(recorded), ...Object.keys(asked)])].reduce((days, name) => {
    // Without a day, the newest result is meant.
    const [a, b] = [recorded, asked].map((params) => params[name] ?? (name === "generatedDate" ? newest : ""));
    if (canonicalJson(a) === canonicalJson(b)) return days;
    // Without a channel, the scoring's first one is meant, unless an answer about all of them was recorded.
    if (name === "scoringType" && b === "") return days + (CHANNELS.indexOf(a as Channel) + 1) / 10;
    return RANGES.has(name) && typeof a === "string" && typeof b === "string" && a !== "" && b !== ""
      ? days + Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS
      : Infinity;
  }, 0);
}

/** A page of a list whose items were recorded with another page size. */
function slice(
  recorded: readonly Recorded[],
  { page = 1, pageSize = 20, ...params }: JsonObject,
  newest: string,
): JsonValue | undefined {
  const start = (Number(page) - 1) * Number(pageSize);
  for (const { answer, params: of } of recorded) {
    const { page: at = 1, pageSize: size = 20, ...rest } = of;
    const { items, total } = answer as { readonly items?: JsonValue[]; readonly total?: number };
    const first = start - (Number(at) - 1) * Number(size);
    if (!items || first < 0 || daysApart(rest, params, newest) > MOST_DAYS) continue;
    const wanted = Math.min(Number(pageSize), Math.max(0, (total ?? 0) - start));
    if (first + wanted <= items.length) return { ...(answer as JsonObject), items: items.slice(first, first + wanted) };
  }
  return undefined;
}

function json(body: JsonValue, status = 200): Response {
  return Response.json(body, { status });
}
