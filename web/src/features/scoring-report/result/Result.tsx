import type { ReactNode } from "react";
import type { BandRow } from "../model/bands";
import { Databases } from "./Databases";
import { Next } from "./Next";
import { References } from "./References";
import { Receipts } from "./Receipts";
import { Settings } from "./Settings";

/** The parts below the figures: next steps, what earns full points, the result by database, receipts, settings. */
export function Result({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  return (
    <>
      <Next rows={rows} />
      <References />
      <Databases />
      <Receipts />
      <Settings />
    </>
  );
}
