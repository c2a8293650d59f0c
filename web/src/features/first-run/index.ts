export { FirstRun } from "./FirstRun";
