import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { PagePart } from "../../../ui/PagePart";
import { Exclusions } from "./Exclusions";
import type { ExclusionsData } from "./loader";

export { exclusionsLoader as loader } from "./loader";
export { ExclusionsPage as Component };

/** Why contacts have no score. */
function ExclusionsPage(): ReactNode {
  const { exclusions } = useLoaderData<ExclusionsData>();
  return <PagePart of={exclusions}>{(answer) => <Exclusions exclusions={answer} />}</PagePart>;
}
