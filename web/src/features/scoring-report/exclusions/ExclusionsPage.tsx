import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { Loaded } from "../../../ui/Loaded";
import { Exclusions } from "./Exclusions";
import type { ExclusionsData } from "./loader";

/** Why contacts have no score. */
export function ExclusionsPage(): ReactNode {
  const { exclusions } = useLoaderData<ExclusionsData>();
  return <Loaded of={exclusions}>{(answer) => <Exclusions exclusions={answer} />}</Loaded>;
}
