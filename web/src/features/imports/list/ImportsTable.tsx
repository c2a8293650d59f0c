import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Import } from "../../../api/messages";
import { percent } from "../../../i18n/format";
import { formatMoment } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { useDatabaseName } from "../../../stores/database-store";
import { NoValue } from "../../../ui/NoValue";
import { Progress } from "../../../ui/Progress";
import { Table, type Column } from "../../../ui/Table";
import { useMe } from "../../session";
import styles from "../Imports.module.css";
import { kindOf } from "../model/kinds";
import { outcomeOf } from "../model/outcome";
import { OutcomeTag } from "../OutcomeTag";
import { columnMessages, listMessages as messages } from "./messages";
import { fileNameOf } from "../file-name";
import { importsRouteMessages, kindMessages } from "../messages";
import { wordMessages } from "../../../i18n/word-messages";

interface ImportsTableProps {
  readonly items: readonly Import[];
  readonly ownUid: string;
}

/** The files, newest first, each with a link to its page. */
export function ImportsTable({ items, ownUid }: ImportsTableProps): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const nameOf = useDatabaseName();
  const fileOf = (item: Import): string => fileNameOf(item, formatMessage);
  // A draft has no kept or refused rows yet.
  const count = (name: "kept" | "refused"): Column<Import> => ({
    head: columnMessages[name],
    number: true,
    cell: (item) => (outcomeOf(item) === "draft" ? undefined : item[name]),
  });
  return (
    <Table
      caption={importsRouteMessages.title}
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        { head: columnMessages.file, cell: (item) => <Link to={paths.import(item.id)}>{fileOf(item)}</Link> },
        {
          head: columnMessages.kind,
          label: false,
          cell: ({ kind }) => <FormattedMessage {...kindMessages[kindOf(kind)]} />,
        },
        {
          head: columnMessages.database,
          className: "number",
          cell: ({ options: { uid = "", mapping = [] } = {} }) =>
            // Then each row names its own.
            mapping.includes("uid") ? <FormattedMessage {...messages.inFile} /> : nameOf(uid || ownUid) || undefined,
        },
        {
          head: columnMessages.state,
          label: false,
          className: styles["state"],
          cell: (item) => <State of={item} file={fileOf(item)} />,
        },
        count("kept"),
        count("refused"),
        {
          head: wordMessages.when,
          label: false,
          className: styles["when"],
          cell: ({ startedAt }) => (startedAt ? formatMoment(timestampDate(startedAt), timeZone) : <NoValue />),
        },
        { head: wordMessages.author, label: false, cell: ({ who }) => who || undefined },
      ]}
    />
  );
}

function State({ of: item, file }: { readonly of: Import; readonly file: string }): ReactNode {
  const intl = useIntl();
  const outcome = outcomeOf(item);
  return (
    <>
      <OutcomeTag outcome={outcome} />
      {outcome === "running" && (
        <Progress
          aria-label={intl.formatMessage(messages.progress, { file })}
          percent={item.percent}
          status="normal"
          words={percent(intl, item.percent)}
        />
      )}
    </>
  );
}
