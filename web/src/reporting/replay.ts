import { replayIntegration } from "@sentry/react";

/** Records the appearance of a page, with all text masked and all media left out. */
export function createReplay(): ReturnType<typeof replayIntegration> {
  return replayIntegration({ maskAllText: true, maskAllInputs: true, blockAllMedia: true });
}
