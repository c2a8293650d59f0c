import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Import } from "../../../api/messages";
import { percent } from "../../../i18n/format";
import { formatMoment } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { ListTable } from "../../../ui/ListTable";
import { NoValue } from "../../../ui/NoValue";
import { Progress } from "../../../ui/Progress";
import { useMe } from "../../session";
import styles from "../Imports.module.css";
import { kindOf } from "../model/kinds";
import { outcomeOf } from "../model/outcome";
import { OutcomeTag } from "../OutcomeTag";
import { columnMessages, listMessages as messages } from "./messages";
import { importsRouteMessages, fileMessages, kindMessages } from "../messages";

interface ImportsTableProps {
  readonly items: readonly Import[];
  readonly ownUid: string;
}

const COLUMNS = ["file", "kind", "database", "state"] as const;
const COUNTS = ["kept", "refused"] as const;

/** The files, the newest first, each with the way to its page. */
export function ImportsTable({ items, ownUid }: ImportsTableProps): ReactNode {
  return (
    <ListTable
      caption={<FormattedMessage {...importsRouteMessages.title} />}
      head={
        <>
          {COLUMNS.map((name) => (
            <th scope="col" key={name}>
              <FormattedMessage {...columnMessages[name]} />
            </th>
          ))}
          {COUNTS.map((name) => (
            <th scope="col" key={name} data-number>
              <FormattedMessage {...columnMessages[name]} />
            </th>
          ))}
          <th scope="col">
            <FormattedMessage {...messages.when} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.who} />
          </th>
        </>
      }
    >
      {items.map((item) => (
        <Row key={item.id} item={item} ownUid={ownUid} />
      ))}
    </ListTable>
  );
}

function Row({ item, ownUid }: { readonly item: Import; readonly ownUid: string }): ReactNode {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { timeZone } = useMe();
  const outcome = outcomeOf(item);
  const file = item.fileName || formatMessage(fileMessages.unnamed);
  const { uid: named = "" } = item.options ?? {};
  const uid = named === "" ? ownUid : named;
  // Of a draft nothing was kept or refused yet.
  const counted = outcome !== "draft";
  return (
    <tr>
      <th scope="row">
        <Link to={paths.import(item.id)}>{file}</Link>
      </th>
      <td>
        <FormattedMessage {...kindMessages[kindOf(item.kind)]} />
      </td>
      <td className="number" data-label={formatMessage(columnMessages.database)} data-empty={uid === ""}>
        {uid || <NoValue />}
      </td>
      <td className={styles["state"]}>
        <OutcomeTag outcome={outcome} />
        {outcome === "running" && (
          <Progress
            aria-label={formatMessage(messages.progress, { file })}
            percent={item.percent}
            status="normal"
            words={percent(intl, item.percent)}
          />
        )}
      </td>
      {COUNTS.map((name) => (
        <td key={name} data-number data-label={formatMessage(columnMessages[name])} data-empty={!counted}>
          {counted ? <FormattedNumber value={item[name]} /> : <NoValue />}
        </td>
      ))}
      <td className={styles["when"]}>
        {item.startedAt ? formatMoment(timestampDate(item.startedAt), timeZone) : <NoValue />}
      </td>
      <td className={styles["who"]} data-empty={item.who === ""}>
        {item.who || <NoValue />}
      </td>
    </tr>
  );
}
