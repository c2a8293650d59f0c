import { paths } from "../../lib/paths";
import { lazyPart } from "../../ui/lazy-part";
import { ENTERING, type Entering } from "./entering";

/** The notice that no contact can be scored: seldom seen, so that no page waits for it. */
export const Nobody = lazyPart(async () => (await import("./nobody/Nobody")).Nobody);
export const NobodyNotice = lazyPart(async () => (await import("./nobody/Nobody")).NobodyNotice);

/** Where a scoring is edited, at the page where it was left, with the mark that admits: for links and `navigate`. */
export function editPath({ id }: { readonly id: string }): { readonly to: string; readonly state: Entering } {
  return { to: paths.edit("", id), state: ENTERING };
}
