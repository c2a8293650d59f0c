import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Inspection } from "../../../api/messages";
import { formatMomentDay } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { useMe } from "../../session";
import { useImport, useImportState } from "../import-context";
import { emptied, turned } from "../model/reading";
import { columnsMessages as messages, noticeMessages } from "./columns-messages";

/** Important notices. Others only explain what is visible anyway. */
const GRAVE = ["ROUNDED_NUMBERS", "DUPLICATE_HEADER", "NO_HEADER"];

/** The notices of a file, shown before it is imported. */
export function Notices({ of: { notices, tool, mappedAs, otherKind } }: { readonly of: Inspection }): ReactNode {
  const { timeZone } = useMe();
  const { actions } = useImport();
  const reading = useImportState((state) => state.reading);
  if (notices.length === 0 && tool === "" && otherKind === "" && !mappedAs) return null;
  return (
    <div className="stack tight">
      {otherKind !== "" && (
        <Notice
          role="note"
          type="warning"
          title={<FormattedMessage {...messages.otherKind} values={{ kind: otherKind }} />}
          description={<FormattedMessage {...messages.otherKindText} values={{ kind: otherKind }} />}
          action={
            <Button onClick={() => void actions.read(turned(otherKind))}>
              <FormattedMessage {...messages.otherKindSubmit} values={{ kind: otherKind }} />
            </Button>
          }
        />
      )}
      {tool !== "" && !mappedAs && (
        <Notice
          role="note"
          type="info"
          title={<FormattedMessage {...messages.tool} values={{ tool }} />}
          description={messages.toolText}
          action={
            reading.mapping.some((field) => field !== "") && (
              <Button label={messages.toolUndo} onClick={() => void actions.read(emptied(reading))} />
            )
          }
        />
      )}
      {notices.map(({ notice, cell }) => (
        <Notice
          key={notice}
          role="note"
          type={GRAVE.includes(notice) ? "warning" : "info"}
          title={
            <FormattedMessage
              {...(noticeMessages[notice] ?? messages.otherNotice)}
              values={{ cell: cell || "none", place: placeOf(cell), notice }}
            />
          }
        />
      ))}
      {mappedAs && (
        <Notice
          role="note"
          type="info"
          title={
            <FormattedMessage
              {...messages.learned}
              values={{ date: formatMomentDay(timestampDate(mappedAs), timeZone) }}
            />
          }
          description={messages.learnedText}
        />
      )}
    </div>
  );
}

/** A notice gives the cell of a spreadsheet, or the column of a CSV by its number. */
function placeOf(cell: string): "column" | "cell" | "none" {
  if (cell === "") return "none";
  return /^\d+$/.test(cell) ? "column" : "cell";
}
