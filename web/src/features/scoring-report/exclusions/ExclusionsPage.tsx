import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { PagePart } from "../../../ui/PagePart";
import { Exclusions } from "./Exclusions";
import type { ExclusionsData } from "./loader";

export { exclusionsLoader as loader } from "./loader";
export { ExclusionsPage as Component };

/** The reasons for missing scores. */
function ExclusionsPage(): ReactNode {
  const { exclusions } = useLoaderData<ExclusionsData>();
  return <PagePart of={exclusions}>{(answer) => <Exclusions exclusions={answer} />}</PagePart>;
}
