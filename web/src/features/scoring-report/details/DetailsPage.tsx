import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import type { ExclusionsData } from "../exclusions/loader";
import { lazyPart } from "../../../ui/lazy-part";
import { Skeleton } from "../../../ui/Skeleton";
import { useHeadFirst } from "../../../ui/use-head-first";
import { UnscorableNotice } from "../../scoring-editor";
import { useFrame, useReport } from "../report/use-report";
import { bandRows } from "../model/bands";
import { exclusionRows } from "../model/exclusions";
import { Bands } from "./Bands";
import { Figures } from "./Figures";

export { exclusionsLoader as loader } from "../exclusions/loader";
export { DetailsPage as Component };

const Result = lazyPart(async () => (await import("../result/Result")).Result, <Skeleton rows={6} />);

/** The engaged contacts, next steps, and what earns full points. */
function DetailsPage(): ReactNode {
  return <Details exclusions={useLoaderData<ExclusionsData>().exclusions} whole={useHeadFirst()} />;
}

interface DetailsProps extends ExclusionsData {
  /** See useHeadFirst. */
  readonly whole?: boolean;
}

/** The parts of the page, for screen and paper. */
export function Details({ exclusions, whole = true }: DetailsProps): ReactNode {
  const { partition } = useReport();
  const { scoring, channel } = useFrame();
  const rows = bandRows(partition);
  const left = exclusions.value && exclusionRows(exclusions.value).filter(({ count }) => count > 0);
  const excluded = partition.emailCount === 0 && channel !== "web" && channel && left;
  return (
    <div className="stack">
      {excluded && (
        <UnscorableNotice
          scoringId={scoring.id}
          channels={[{ channel, contacts: excluded.reduce((sum, { count }) => sum + count, 0), reasons: excluded }]}
        />
      )}
      <Figures exclusions={exclusions} rows={rows} />
      <Bands rows={rows} />
      {whole && <Result rows={rows} />}
    </div>
  );
}
