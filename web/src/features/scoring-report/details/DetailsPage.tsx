import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import type { ExclusionsData } from "../exclusions/loader";
import { useReport } from "../frame/use-report";
import { bandRows } from "../model/bands";
import { percentileOf, referencesOf } from "../model/references";
import { Bands } from "./Bands";
import styles from "./DetailsPage.module.css";
import { Figures } from "./Figures";
import { Receipts } from "./Receipts";
import { References } from "./References";

/** Who is engaged, and what earns the top score. */
export function DetailsPage(): ReactNode {
  const { exclusions } = useLoaderData<ExclusionsData>();
  const { scoring, partition, channel } = useReport();
  const rows = bandRows(partition);
  return (
    <div className={styles["parts"]}>
      <Figures exclusions={exclusions} rows={rows} />
      <Bands rows={rows} />
      <References
        references={referencesOf(partition, scoring.config)}
        percentile={percentileOf(scoring.config, channel)}
      />
      <Receipts receipts={partition.propertyReceipts} />
    </div>
  );
}
