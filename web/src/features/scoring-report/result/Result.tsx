import type { ReactNode } from "react";
import type { BandRow } from "../model/bands";
import { Databases } from "./Databases";
import { Next } from "./Next";
import { Receipts } from "./Receipts";
import { Settings } from "./Settings";

/** The parts below the figures: next steps, the result by database, receipts, and the settings of the result. */
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
