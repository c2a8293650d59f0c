import type { ReactNode } from "react";
import type { BandRow } from "../model/bands";
import { Databases } from "./Databases";
import { Next } from "./Next";
import { Receipts } from "./Receipts";
import { Settings } from "./Settings";

/** What stands below the figures: what to do with them, their parts by database, what became of them, what they were made with. */
export function Result({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  return (
    <>
      <Next rows={rows} />
      <Databases />
      <Receipts />
      <Settings />
    </>
  );
}
