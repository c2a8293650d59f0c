/** From choosing a file to its receipt. */
export const STEPS = ["file", "columns", "check", "import"] as const;

export type StepName = (typeof STEPS)[number];

/** Where somebody is with a file that is there. */
export type Step = Exclude<StepName, "file">;
