import { timestampDate } from "@bufbuild/protobuf/wkt";
import { NotificationKind, type Notification } from "../../api/messages";
import type { Channel } from "../../lib/channel";
import { ACTIVE, DRAFT } from "../../lib/status";
import { isFinished, isRunning, type ScoringRow } from "./rows";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Results older than this mean that nights were missed. */
const OLD_MS = 2 * DAY_MS;
/** The number of changes that are shown. */
const CHANGES = 2;

/** The newest calculations of all scorings. */
export interface LastNight {
  readonly at: Date;
  /** Active scorings with a result of the last day, and all active ones. */
  readonly done: number;
  readonly of: number;
  /** The next nightly calculation; undefined without an active scoring. */
  readonly nextAt: Date | undefined;
}

export function lastNight(rows: readonly ScoringRow[]): LastNight | undefined {
  const active = rows.filter(({ status }) => status === ACTIVE);
  const times = active.flatMap(({ generatedAt }) => (generatedAt ? [generatedAt.getTime()] : []));
  if (times.length === 0) return undefined;
  const at = Math.max(...times);
  const next = active.flatMap(({ nextAt }) => (nextAt ? [nextAt.getTime()] : []));
  return {
    at: new Date(at),
    done: times.filter((time) => time > at - DAY_MS).length,
    of: active.length,
    nextAt: next.length === 0 ? undefined : new Date(Math.min(...next)),
  };
}

/** A channel whose average differs from that of a week before. */
export interface WeekChange {
  readonly id: string;
  readonly name: string;
  readonly channel: Channel;
  readonly average: number;
  readonly by: number;
  /** The day that it is compared with. */
  readonly since: string;
}

/** The channels of active scorings whose newest average changed most since the same day, at most two. */
export function weekChanges(rows: readonly ScoringRow[]): readonly WeekChange[] {
  const changes = rows
    .filter((row) => row.status === ACTIVE && isFinished(row))
    .flatMap(({ id, name, lines }) =>
      lines.flatMap(({ channel, result }): WeekChange[] => {
        if (!result?.before || result.count === 0) return [];
        const { average, before } = result;
        return [{ id, name, channel, average, by: average - before.average, since: before.date }];
      }),
    );
  const newest = changes
    .map(({ since }) => since)
    .sort()
    .at(-1);
  const alike = changes.filter(({ since }) => since === newest);
  return alike.sort((one, other) => Math.abs(other.by) - Math.abs(one.by)).slice(0, CHANGES);
}

/** A state that a user has to act on. */
export type Matter =
  | { readonly kind: "failed" | "skipped" | "old" | "empty"; readonly row: ScoringRow }
  | { readonly kind: "drafts"; readonly count: number }
  | { readonly kind: "import" | "webhook"; readonly notification: Notification };

const IMPORTS: readonly NotificationKind[] = [
  NotificationKind.IMPORT_DONE,
  NotificationKind.IMPORT_FAILED,
  NotificationKind.IMPORT_REFUSED,
];

/** What needs attention: scorings without a fresh result, unread failures of imports and webhooks, unfinished drafts. */
export function mattersOf(
  rows: readonly ScoringRow[],
  notifications: readonly Notification[],
  now = new Date(),
): readonly Matter[] {
  const scorings = rows.flatMap((row): Matter[] => {
    const kind = kindOf(row, now);
    return kind ? [{ kind, row }] : [];
  });
  const news = notifications.flatMap((notification): Matter[] => {
    const { kind, read, refusedCount, createdAt } = notification;
    if (read || !createdAt || timestampDate(createdAt).getTime() < now.getTime() - 7 * DAY_MS) return [];
    if (kind === NotificationKind.WEBHOOK_FAILED) return [{ kind: "webhook", notification }];
    const wrong = kind !== NotificationKind.IMPORT_DONE || refusedCount > 0;
    return IMPORTS.includes(kind) && wrong ? [{ kind: "import", notification }] : [];
  });
  const count = rows.filter(({ status }) => status === DRAFT).length;
  return [...scorings, ...news, ...(count > 0 ? [{ kind: "drafts" as const, count }] : [])];
}

function kindOf(row: ScoringRow, now: Date): "failed" | "skipped" | "old" | "empty" | undefined {
  const { status, state, generatedAt, lines } = row;
  if (status !== ACTIVE || isRunning(row)) return undefined;
  if (state?.stage === "failed") return "failed";
  if (state?.stage === "skipped") return "skipped";
  if (generatedAt && generatedAt.getTime() < now.getTime() - OLD_MS) return "old";
  const empty = lines.length > 0 && lines.every(({ result }) => result?.count === 0);
  return generatedAt && empty ? "empty" : undefined;
}
