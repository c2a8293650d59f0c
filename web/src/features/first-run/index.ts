export { loadFirstRun, type FirstRunFacts } from "./facts";
export { FirstRun } from "./FirstRun";
