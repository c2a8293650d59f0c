export { createCalculation, type Calculation } from "./calculate";
export { CalculationProgress } from "./CalculationProgress";
export { progressMessages, stageMessages } from "./messages";
export { anyDone, doneOf, STAGES } from "./progress";
export { createCalculationStore, type CalculationState, type CalculationStore } from "./store";
