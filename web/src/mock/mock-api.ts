import { NO_CONFIG, type PublicConfig } from "../api/config";
import { createRouterTransport } from "@connectrpc/connect";
import type { Api } from "../api/api";
import type { Download } from "../api/files";
import type { Upload } from "../api/upload";
import { hasValidSession, startSession, useSessionStore } from "../stores/session-store";
import { IMPORT_IDS } from "./sample-imports";
import { sampleServices } from "./sample-services";

/** The whole application on sample data, without a server. The real session of this browser is left alone. */
export function startMock(): Api {
  useSessionStore.persist.setOptions({ name: "puls.session.mock" });
  void useSessionStore.persist.rehydrate();
  if (!hasValidSession()) startSession({ token: "sample", expire: 4_000_000_000 });
  const download: Download = () =>
    Promise.resolve({ name: "scoring.csv", blob: new Blob(["uid,external_id,email,gsm,visitor_id,known,score\n"]) });
  const upload: Upload = () => Promise.resolve({ id: IMPORT_IDS.draft });
  return { transport: createRouterTransport(sampleServices), download, upload };
}

/** Settings of a sample operator. */
export const SAMPLE_CONFIG: PublicConfig = {
  ...NO_CONFIG,
  termsUrl: "/terms.html",
  dataProcessingUrl: "/data-processing.html",
};
