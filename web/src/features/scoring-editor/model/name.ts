const MIN = 4;
const MAX = 40;

export type NameProblem = "empty" | "short" | "long";

/** What is wrong with a name; undefined when it can be kept. Letters are counted as the server counts them. */
export function nameProblem(name: string): NameProblem | undefined {
  const { length } = Array.from(name);
  if (name.trim() === "") return "empty";
  if (length < MIN) return "short";
  return length > MAX ? "long" : undefined;
}

/** A name with an ending, cut so that both fit. */
export function nameWith(name: string, ending: string): string {
  return Array.from(name)
    .slice(0, MAX - ending.length)
    .join("")
    .concat(ending);
}
