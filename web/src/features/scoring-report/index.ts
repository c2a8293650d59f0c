export { REPORT_ROUTE } from "./frame/use-report";
export { onlyWithFlag, toDetails } from "./tab-routes";
export { TABS, type Segment } from "./tabs";
