import type { ReactNode } from "react";
import { CataloguePage } from "./CataloguePage";
import { FEATURES } from "./kind";

export { featuresLoader as loader, revalidateCatalogue as shouldRevalidate } from "./loader";

/** The list of features. */
export function Component(): ReactNode {
  return <CataloguePage kind={FEATURES} />;
}
