import type { ReactNode } from "react";
import { CataloguePage } from "./CataloguePage";
import { GROUPS } from "./kind";

export { groupsLoader as loader, revalidateCatalogue as shouldRevalidate } from "./loader";

/** The list of groups. */
export function Component(): ReactNode {
  return <CataloguePage kind={GROUPS} />;
}
