import { paths } from "../../lib/paths";
import { ENTERING, type Entering } from "./entering";

export { Nobody, NobodyNotice } from "./nobody/Nobody";
export { editorRoutes } from "./routes";

/** Where a scoring is edited, at the page where it was left, with the mark that lets somebody in: for links and `navigate`. */
export function editPath({ id }: { readonly id: string }): { readonly to: string; readonly state: Entering } {
  return { to: paths.edit("", id), state: ENTERING };
}
