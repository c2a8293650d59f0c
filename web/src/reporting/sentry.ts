import { addIntegration, captureException, init, withScope, type ErrorEvent } from "@sentry/react";
import { redact, redactText } from "../lib/redact";
import type { Reporter } from "./reporter";

/** The share of sessions recorded, masked, from the start. All sessions with an error are recorded. */
const RECORDED = 0.1;
const RECORDED_WITH_ERROR = 1;

/** Removes the values of an event that must not leave the browser. */
export function scrub(event: ErrorEvent): ErrorEvent {
  const { message, extra, contexts, breadcrumbs, exception, ...rest } = event;
  const request = event.request?.url === undefined ? {} : { url: redactText(event.request.url) };
  delete rest.user;
  return {
    ...rest,
    request,
    ...(message === undefined ? {} : { message: redactText(message) }),
    ...(extra === undefined ? {} : { extra: redact(extra) as NonNullable<typeof extra> }),
    ...(contexts === undefined ? {} : { contexts: redact(contexts) as NonNullable<typeof contexts> }),
    ...(breadcrumbs === undefined ? {} : { breadcrumbs: redact(breadcrumbs) as NonNullable<typeof breadcrumbs> }),
    ...(exception === undefined ? {} : { exception: redact(exception) as NonNullable<typeof exception> }),
  };
}

/** Reports to Sentry. The session recorder is a separate chunk, loaded when the page is idle. */
export function createReporter(dsn: string, stage: string, release: string | undefined): Reporter {
  init({
    dsn,
    environment: stage,
    ...(release === undefined ? {} : { release }),
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: { request: false, response: false },
      httpBodies: [],
    },
    replaysSessionSampleRate: RECORDED,
    replaysOnErrorSampleRate: RECORDED_WITH_ERROR,
    beforeSend: (event) => scrub(event),
    beforeBreadcrumb: (breadcrumb) => redact(breadcrumb) as typeof breadcrumb,
  });
  void import("./replay").then(({ createReplay }) => addIntegration(createReplay()));
  return {
    failure: ({ title, class: kind, status, method, traceId, body }, error) =>
      withScope((scope) => {
        scope.setTags({ class: kind, status, method, traceId });
        scope.setExtra("title", title);
        scope.setExtra("body", body);
        scope.setFingerprint([method, kind, String(status)]);
        captureException(error);
      }),
    crash: (error) => void captureException(error),
  };
}
