import type { ReactNode } from "react";
import { BANDS } from "../../../lib/bands";
import { formatDayMonth } from "../../../lib/dates";
import { Table } from "../../../ui/Table";
import { movesOf, type Movement } from "./movement";
import { fluctuationMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

interface BandMovesTableProps {
  readonly movement: Movement;
  /** The earlier day. */
  readonly from: string;
}

/** For each band the numbers of contacts that moved up, stayed and moved down: the short form for phones. */
export function BandMovesTable({ movement, from }: BandMovesTableProps): ReactNode {
  return (
    <Table
      look="narrow"
      caption={messages.moves}
      rows={movesOf(movement)}
      rowKey={({ band }) => band}
      columns={[
        { head: wordMessages.score, cell: ({ band }) => `${BANDS[band]?.min ?? ""}–${BANDS[band]?.max ?? ""}` },
        { head: formatDayMonth(from), number: true, cell: ({ before }) => before },
        { head: messages.up, number: true, cell: ({ band, up }) => (band < BANDS.length - 1 ? up : undefined) },
        { head: messages.same, number: true, cell: ({ same }) => same },
        { head: messages.down, number: true, cell: ({ band, down }) => (band > 0 ? down : undefined) },
        { head: messages.left, number: true, cell: ({ left }) => left },
      ]}
    />
  );
}
