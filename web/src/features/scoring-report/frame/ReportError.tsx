import type { ReactNode } from "react";
import { useRouteError } from "react-router";
import { toFault } from "../../../api/fault";
import { wordMessages } from "../../../i18n/word-messages";
import { paths } from "../../../lib/paths";
import { GonePage, PageError } from "../../../ui/PageError";
import { routeMessages } from "../report/messages";

/** Shown instead of a report that could not be loaded. A missing scoring offers no retry. */
export function ReportError(): ReactNode {
  const { reason, fields } = toFault(useRouteError());
  // A malformed id is refused without a look-up.
  if (reason !== "SCORING_NOT_FOUND" && !fields.some(({ field }) => field === "id"))
    return <PageError title={routeMessages.loadFailed} />;
  return (
    <GonePage
      title={routeMessages.gone}
      text={routeMessages.goneText}
      action={wordMessages.goToScorings}
      to={paths.scoringList}
    />
  );
}
