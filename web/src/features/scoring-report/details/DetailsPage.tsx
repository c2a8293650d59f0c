import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import type { ExclusionsData } from "../exclusions/loader";
import { later } from "../../../ui/later";
import { Skeleton } from "../../../ui/Skeleton";
import { useReport } from "../frame/use-report";
import { bandRows } from "../model/bands";
import { Bands } from "./Bands";
import styles from "./DetailsPage.module.css";
import { Figures } from "./Figures";
import { References } from "./References";

const Result = later(async () => (await import("../result/Result")).Result, <Skeleton rows={6} />);

/** Who is engaged, what earns the top score, and what to do with it. */
export function DetailsPage(): ReactNode {
  return <Details exclusions={useLoaderData<ExclusionsData>().exclusions} />;
}

/** The parts for screen and paper. */
export function Details({ exclusions }: ExclusionsData): ReactNode {
  const { partition } = useReport();
  const rows = bandRows(partition);
  return (
    <div className={styles["parts"]}>
      <Figures exclusions={exclusions} rows={rows} />
      <Bands rows={rows} />
      <References />
      <Result rows={rows} />
    </div>
  );
}
