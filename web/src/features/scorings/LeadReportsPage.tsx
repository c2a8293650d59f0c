import type { ReactNode } from "react";
import { ReportListPage } from "./ReportListPage";

export { reportListLoader as loader, revalidateScorings as shouldRevalidate } from "./loader";

/** Reports of behaviour on websites. */
export function Component(): ReactNode {
  return <ReportListPage kind="lead" />;
}
