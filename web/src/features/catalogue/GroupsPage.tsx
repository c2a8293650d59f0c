import type { ReactNode } from "react";
import { CataloguePage } from "./CataloguePage";
import { GROUPS } from "./kind";

export { groupsLoader as loader, revalidateCatalogue as shouldRevalidate } from "./loader";

/** What contacts can be put into. */
export function Component(): ReactNode {
  return <CataloguePage kind={GROUPS} />;
}
