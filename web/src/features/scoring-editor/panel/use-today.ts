import { dayOf } from "../../../lib/dates";
import { useMe } from "../../session";
import { usePreviewState } from "./use-preview";

/** The account's day of the figures, YYYY-MM-DD. */
export function useToday(): string {
  const { timeZone } = useMe();
  const { answer } = usePreviewState();
  const seconds = answer?.asOf?.seconds;
  return dayOf(seconds === undefined ? new Date() : new Date(Number(seconds) * 1000), timeZone);
}
