import { createApi, type Api } from "../api/api";
import { NO_CONFIG, type PublicConfig } from "../api/config";
import { errorFromAnswer } from "../api/fault";
import type { SessionPort } from "../api/session-port";
import { demoPerson } from "../lib/demo";
import { hasValidSession, startSession, useSessionStore } from "../stores/session-store";
import { NOT_SAVED, replay, type Recording } from "./recording";
// Imported as text: it is parsed once, and no type is inferred for so many members.
import recording from "./recording.json?raw";

/**
 * The whole application on the recorded demo account, without a server. The real session of this browser is not
 * touched.
 */
export function startMock(): Api {
  useSessionStore.persist.setOptions({ name: "puls.session.mock" });
  void useSessionStore.persist.rehydrate();
  if (!hasValidSession()) startSession({ token: "sample", expire: 4_000_000_000 });
  const fetch = replay(JSON.parse(recording) as Recording, demoPerson());
  return {
    ...createApi({ session: SESSION, onVersion: () => undefined, fetch }),
    upload: () => Promise.reject(errorFromAnswer(JSON.stringify(NOT_SAVED), 422, {})),
  };
}

/** A session that never expires, since no token is signed. */
export const SESSION: SessionPort = {
  token: () => undefined,
  prepare: () => Promise.resolve(),
  renew: () => Promise.resolve(false),
  ended: () => undefined,
  denied: () => undefined,
  trialExpired: () => undefined,
};

/** The settings of a sample operator. */
export const SAMPLE_CONFIG: PublicConfig = {
  ...NO_CONFIG,
  termsUrl: "/terms.html",
  dataProcessingUrl: "/data-processing.html",
};
