import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Contact, Scoring } from "../../../../api/messages";
import { channelsOf, type Channel } from "../../../../lib/channel";
import { DRAFT } from "../../../../lib/status";

/** A scoring that has results. */
export interface ScoringChoice {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly Channel[];
}

/** The score that the page explains. */
export interface Choice {
  readonly scoringId: string;
  readonly channel: Channel;
  /** The contact's number, for web that of a visitor; undefined if no visitor is known. */
  readonly recipient: number | undefined;
  /** YYYY-MM-DD; empty means the newest. */
  readonly date: string;
  /** The page of the scores and of the visitors, from 1. */
  readonly page: number;
}

/** Visitors on a page, whose scores are requested together. */
export const VISITORS_A_PAGE = 10;

/** Scorings with results: those that score the uid first, then by newest result. */
export function scoringChoices(scorings: readonly Scoring[], uid: string): ScoringChoice[] {
  const age = ({ lastGeneratedAt }: Scoring): number =>
    lastGeneratedAt ? timestampDate(lastGeneratedAt).getTime() : 0;
  return scorings
    .filter((scoring) => scoring.status !== DRAFT && scoring.lastGeneratedAt)
    .sort((a, b) => Number(judges(b, uid)) - Number(judges(a, uid)) || age(b) - age(a))
    .map((scoring) => ({ id: scoring.id, name: scoring.name, channels: channelsOf(scoring.config) }))
    .filter(({ channels }) => channels.length > 0);
}

function judges(scoring: Scoring, uid: string): boolean {
  return channelsOf(scoring.config).some((channel) =>
    scoring.config?.[channel]?.dataSources.some((source) => source.uid === uid),
  );
}

/** The choice in the URL; missing or invalid parts default to the first option. */
export function choose(
  scorings: readonly ScoringChoice[],
  contact: Contact,
  search: URLSearchParams,
): Choice | undefined {
  const scoring = scorings.find(({ id }) => id === search.get("scoring")) ?? scorings[0];
  const channel = scoring?.channels.find((one) => one === search.get("channel")) ?? scoring?.channels[0];
  if (!scoring || !channel) return undefined;
  const date = search.get("date") ?? "";
  const wanted = search.get("visitor");
  const visitor = contact.visitors.find(({ number }) => String(number) === wanted) ?? contact.visitors[0];
  const page = Number(search.get("page") ?? "1");
  return {
    scoringId: scoring.id,
    channel,
    recipient: channel === "web" ? visitor?.number : contact.number,
    date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : "",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The page of visitors that contains the chosen one. */
export function visitorsOf({ visitors }: Contact, { recipient }: Choice): Contact["visitors"] {
  const at = Math.max(
    0,
    visitors.findIndex(({ number }) => number === recipient),
  );
  const first = at - (at % VISITORS_A_PAGE);
  return visitors.slice(first, first + VISITORS_A_PAGE);
}
