import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { NotificationKind, type GetMeResponse, type Notification, type Scoring } from "../../api/messages";
import { addDays, dayOf, formatDay, formatMomentDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { ACTIVE } from "../../lib/status";
import type { Concern } from "../../stores/app-store";
import { alertMessages as messages } from "./messages";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Facts {
  readonly me: GetMeResponse;
  /** URL for upgrading the plan; may be empty. */
  readonly upgradeUrl: string;
  readonly notifications: readonly Notification[];
  readonly scorings: readonly Scoring[];
}

/** States that last until a user acts, derived from the loaded data. */
export function concernsOf({ me, upgradeUrl, notifications, scorings }: Facts, now = new Date()): Concern[] {
  const failed = failedOf(notifications, addDays(dayOf(now, me.timeZone), -2));
  const old = oldOf(scorings, notifications, now).filter(({ id }) => !failed.some(({ subjectId }) => subjectId === id));
  return [...trial(me, upgradeUrl, now), ...failedNights(failed), ...oldResults(old, me.timeZone)];
}

function trial({ trialEndsAt, timeZone }: GetMeResponse, upgradeUrl: string, now: Date): Concern[] {
  const end = moment(trialEndsAt);
  if (end <= now.getTime() || end > now.getTime() + 7 * DAY_MS) return [];
  const date = formatMomentDay(new Date(end), timeZone);
  const link = upgradeUrl === "" ? undefined : { to: upgradeUrl, message: messages.upgrade };
  return [{ message: messages.trial, values: { date }, link }];
}

/**
 * Scorings whose newest calculation failed; a newer one replaces the notification. Failures before `since` are left
 * out, because every night tries again.
 */
function failedOf(notifications: readonly Notification[], since: string): Notification[] {
  const failed = notifications.filter(
    ({ kind, generatedDate }) => kind === NotificationKind.CALCULATION_FAILED && generatedDate >= since,
  );
  // Failures of several channels of a scoring count once.
  return failed.filter((one, at) => failed.findIndex(({ subjectId }) => subjectId === one.subjectId) === at);
}

function failedNights(failed: readonly Notification[]): Concern[] {
  const [first] = failed;
  if (!first) return [];
  const { scoringName: name, generatedDate } = first;
  const [message, about] =
    failed.length === 1 && name !== "" ? [messages.failed, { name }] : [messages.failedSome, { count: failed.length }];
  return [
    {
      message,
      values: { ...about, date: formatDay(generatedDate) },
      link: { to: paths.scoringList, message: messages.list },
      shownAt: [paths.scoringList],
    },
  ];
}

/** Active scorings whose results are older than two days. A notification may report a newer result than the list. */
function oldOf(scorings: readonly Scoring[], notifications: readonly Notification[], now: Date): Scoring[] {
  const limit = now.getTime() - 2 * DAY_MS;
  return scorings.filter(({ id, status, lastGeneratedAt }) => {
    const newer = notifications.some(
      ({ kind, subjectId, createdAt }) =>
        kind === NotificationKind.CALCULATION_DONE && subjectId === id && moment(createdAt) >= limit,
    );
    return status === ACTIVE && lastGeneratedAt !== undefined && moment(lastGeneratedAt) < limit && !newer;
  });
}

function oldResults(old: readonly Scoring[], timeZone: string): Concern[] {
  const [first] = old;
  if (!first) return [];
  const link = { to: old.length === 1 ? paths.runsOf(first.id) : paths.runs, message: messages.runs };
  // Skipped for lack of data: the list and the report show it, with the first day that can be calculated.
  const skipped = old.filter(({ state }) => state?.stage === "skipped");
  const shownAt = [
    skipped.length === old.length ? paths.scoringList : paths.runs,
    ...skipped.map(({ id }) => paths.report(id, {}, "")),
  ];
  if (old.length > 1) return [{ message: messages.oldSome, values: { count: old.length }, link, shownAt }];
  const date = formatMomentDay(new Date(moment(first.lastGeneratedAt)), timeZone);
  return [{ message: messages.old, values: { name: first.name, date }, link, shownAt }];
}

function moment(at: Timestamp | undefined): number {
  return at ? timestampDate(at).getTime() : 0;
}
