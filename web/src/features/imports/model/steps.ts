/** The steps from choosing a file to its receipt. */
export const STEPS = ["file", "columns", "check", "import"] as const;

export type StepName = (typeof STEPS)[number];

/** The step of an uploaded file. */
export type Step = Exclude<StepName, "file">;
