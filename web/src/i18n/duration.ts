import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { IntlShape } from "react-intl";
import type { Run } from "../api/messages";
import { durationMessages as messages } from "./common-messages";

/** The seconds of work on a calculation; undefined if it never began or was stopped. */
export function secondsOf({ beganAt, endedAt, outcome }: Run): number | undefined {
  if (!beganAt || !endedAt || outcome === "cancelled") return undefined;
  return Math.max(0, (timestampMs(endedAt) - timestampMs(beganAt)) / 1000);
}

export function durationInWords(intl: IntlShape, seconds: number): string {
  if (seconds < 60) {
    const digits = seconds < 10 ? 1 : 0;
    const words = intl.formatNumber(Math.max(0.1, seconds), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return intl.formatMessage(messages.seconds, { seconds: seconds < 0.05 ? `<\u00a0${words}` : words });
  }
  const whole = Math.round(seconds);
  return intl.formatMessage(messages.minutes, { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}
