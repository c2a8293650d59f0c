import type { ReactNode } from "react";
import { ReportListPage } from "./ReportListPage";

export { reportListLoader as loader, revalidateScorings as shouldRevalidate } from "./loader";

/** Reports of e-mail and SMS. */
export function Component(): ReactNode {
  return <ReportListPage kind="channel" />;
}
