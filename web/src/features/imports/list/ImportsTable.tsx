import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Import } from "../../../api/messages";
import { percent } from "../../../i18n/format";
import { formatMoment } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { NoValue } from "../../../ui/NoValue";
import { Progress } from "../../../ui/Progress";
import { Table } from "../../../ui/Table";
import { useMe } from "../../session";
import styles from "../Imports.module.css";
import { outcomeOf } from "../model/outcome";
import { OutcomeTag } from "../OutcomeTag";
import { Subject } from "../Subject";
import { fileNameOf } from "../file-name";
import { columnMessages, importsRouteMessages, listMessages as messages } from "../messages";
import { wordMessages } from "../../../i18n/word-messages";

interface ImportsTableProps {
  readonly items: readonly Import[];
  readonly ownUid: string;
}

/** The files, newest first, each with a link to its page. */
export function ImportsTable({ items, ownUid }: ImportsTableProps): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const fileOf = (item: Import): string => fileNameOf(item, formatMessage);
  // A draft has no kept or refused rows yet.
  const hasRows = (item: Import): boolean => outcomeOf(item) !== "draft";
  return (
    <Table
      className={styles["files"]}
      caption={importsRouteMessages.title}
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          head: columnMessages.file,
          className: styles["name"],
          cell: (item) => {
            const { uid = "", mapping = [] } = item.options ?? {};
            return (
              <>
                <Link to={paths.import(item.id)}>{fileOf(item)}</Link>
                <span className={styles["under"]}>
                  <Subject kind={item.kind} uid={uid || ownUid} mapping={mapping} />
                </span>
              </>
            );
          },
        },
        {
          head: columnMessages.state,
          label: false,
          className: styles["state"],
          cell: (item) => <State of={item} file={fileOf(item)} />,
        },
        {
          head: columnMessages.kept,
          number: true,
          cell: (item) =>
            hasRows(item) ? (
              <FormattedMessage {...messages.keptOf} values={{ kept: item.kept, read: item.read }} />
            ) : undefined,
        },
        {
          head: columnMessages.refused,
          number: true,
          cell: (item) => (hasRows(item) ? item.refused : undefined),
        },
        {
          head: wordMessages.when,
          label: false,
          className: styles["when"],
          cell: ({ startedAt, who }) => (
            <>
              {startedAt ? formatMoment(timestampDate(startedAt), timeZone) : <NoValue />}
              {who !== "" && <span className={styles["under"]}>{who}</span>}
            </>
          ),
        },
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
