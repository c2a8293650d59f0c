export { REPORT_ROUTE } from "./report/use-report";
export { onlyWithFlag, toDetails } from "./report/tab-routes";
export { TABS, type Segment } from "./report/tabs";
