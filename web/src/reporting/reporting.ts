import { redact, redactText } from "../lib/redact";
import { toFault } from "../api/fault";
import type { Report, Reporter } from "./reporter";
import type { FailureWatch } from "../api/interceptors";

/** Events that occurred before the reporter was loaded. */
const waiting: ((reporter: Reporter) => void)[] = [];
const MOST_WAITING = 20;
let reporter: Reporter | undefined;
let off = false;

let reported = false;

/** Whether failures of this page are reported: only then may a page say so. */
export function supportKnows(): boolean {
  return reported && !off;
}

function deliver(report: (reporter: Reporter) => void): void {
  if (off) return;
  reported = true;
  if (reporter) report(reporter);
  else if (waiting.length < MOST_WAITING) waiting.push(report);
}

/** Reports a failed call: title, exception class and the redacted request body. */
export const reportFailure: FailureWatch = ({ error, method, body }) => {
  const fault = toFault(error);
  const report: Report = {
    title: redactText(fault.title),
    class: fault.reason,
    status: fault.httpStatus,
    method,
    traceId: fault.traceId,
    body: redact(body),
  };
  deliver((to) => to.failure(report, error));
};

/** Reports an uncaught error. */
export function reportCrash(error: unknown): void {
  deliver((to) => to.crash(error));
}

/** Starts reporting. The library is loaded only here, and only if a project is set and the stage is not local. */
export async function startReporting(
  { sentryDsn, stage }: { readonly sentryDsn: string; readonly stage: string },
  release: () => string | undefined,
  load: () => Promise<{ createReporter: (dsn: string, stage: string, release: string | undefined) => Reporter }> = () =>
    import("./sentry"),
): Promise<void> {
  if (sentryDsn === "" || stage === "local") {
    off = true;
    waiting.length = 0;
    return;
  }
  try {
    const { createReporter } = await load();
    reporter = createReporter(sentryDsn, stage, release());
    for (const report of waiting.splice(0)) report(reporter);
  } catch {
    // The program continues without reports; there is nowhere to report this failure.
    off = true;
  }
}
