export { createCalculation, type Calculation } from "./calculate";
export { CalculationProgress } from "./CalculationProgress";
export { progressMessages } from "./messages";
export { anyDone, doneOf } from "./progress";
export { createCalculationStore, type CalculationState, type CalculationStore } from "./store";
