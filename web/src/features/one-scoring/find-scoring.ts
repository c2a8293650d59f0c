import { redirect } from "react-router";
import { clientOf, type Api } from "../../api/api";
import { ScoringService } from "../../api/services";
import { toFault } from "../../api/fault";
import type { Scoring } from "../../api/messages";
import { paths } from "../../lib/paths";
import { showSnackbar } from "../../stores/app-store";
import { findMessages } from "./messages";

/** Long enough to read after the page has changed. */
const TIMEOUT_MS = 8000;

/**
 * Loads the scoring in the address (`id`). Without one, or with one that does not exist, it throws a redirect to the
 * scoring index, which shows a message.
 */
export async function findScoring(api: Api, { url, signal }: Request): Promise<Scoring> {
  const id = new URL(url).searchParams.get("id") ?? "";
  if (id === "") throw toIndex();
  try {
    const { scoring } = await clientOf(api, ScoringService).getScoring({ id }, { signal });
    if (!scoring) throw new Error("a scoring without content");
    return scoring;
  } catch (thrown) {
    const { reason, fields } = toFault(thrown);
    // A malformed id is refused without a look-up.
    const gone = reason === "SCORING_NOT_FOUND" || fields.some(({ field }) => field === "id");
    throw gone ? toIndex() : thrown;
  }
}

function toIndex(): Response {
  showSnackbar({ message: findMessages.gone }, { type: "warning", timeout: TIMEOUT_MS });
  return redirect(paths.scoring);
}
