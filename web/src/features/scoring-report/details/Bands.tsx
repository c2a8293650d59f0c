import { Suspense, use, useState, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link } from "react-router";
import { bandMessages } from "../../../i18n/common-messages";
import type { Message } from "../../../i18n/define-messages";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { percentInColumn } from "../../../i18n/format";
import { formatDayMonth } from "../../../lib/dates";
import { keepSearch } from "../../../stores/search-store";
import { Card } from "../../../ui/Card";
import { Checkbox } from "../../../ui/Checkbox";
import { lazyPart } from "../../../ui/lazy-part";
import { NoValue } from "../../../ui/NoValue";
import { Skeleton } from "../../../ui/Skeleton";
import { Table, type Column } from "../../../ui/Table";
import { useReport } from "../report/use-report";
import { reportMessages } from "../report/messages";
import { bandRows, sumOf, type BandRow } from "../model/bands";
import { useSelection } from "../report/selection";
import { Ticked } from "../groups/Ticked";
import styles from "./Bands.module.css";
import { wordMessages } from "../../../i18n/word-messages";
import { frameMessages } from "../frame/messages";

const BandsChart = lazyPart(async () => (await import("../charts/BandsChart")).BandsChart, <Skeleton rows={7} />);

/** The five bands as a picture and as a table with the same numbers. */
export function Bands({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  const { channel } = useReport();
  const { bands: ticked } = useSelection();
  const [all, showAll] = useState(false);
  const web = channel === "web";
  return (
    <Card title={reportMessages.bands} description={web ? reportMessages.bandsTextWeb : reportMessages.bandsText}>
      <div className={styles["twins"]}>
        <div className={styles["chart"]}>
          <BandsChart rows={rows} />
        </div>
        <div className={styles["table"]} data-open={all}>
          <BandTable rows={rows} />
          <Ticked
            count={sumOf(rows, ({ key, count }) => (ticked.includes(key) ? count : 0))}
            selected={{ kind: "bands", bands: ticked }}
          />
          {!all && (
            <Button
              label={reportMessages.allColumns}
              size="small"
              className={styles["unfold"] ?? ""}
              onClick={() => showAll(true)}
            />
          )}
        </div>
      </div>
    </Card>
  );
}

/** The bands with their numbers; ticked bands can be exported to groups. */
function BandTable({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  const intl = useIntl();
  const { partition, channel, before, query, dates } = useReport();
  const { bands: ticked, toggleBand } = useSelection();
  const [uid = "", ...others] = query.uids;
  // Contact lists show the newest result, of one database or all.
  const listed = query.generatedDate === dates[0] && others.length === 0 && channel !== "web";
  const web = channel === "web";
  const count = (head: Message, key: "known" | "unknown" | "newCount"): Column<BandRow> => ({
    head,
    number: true,
    className: styles["more"],
    cell: (row) => row[key] ?? 0,
    foot: [sumOf(rows, (row) => row[key] ?? 0)],
  });
  return (
    <Table
      look="figures"
      short
      caption={reportMessages.bands}
      rows={[...rows].reverse()}
      rowKey={({ key }) => key}
      columns={[
        {
          head: wordMessages.engagement,
          cell: ({ key, band }) => {
            const name = (
              <>
                <span className={styles["swatch"]} data-band={band + 1} aria-hidden />
                <FormattedMessage {...bandMessages[key]} />
              </>
            );
            // Visitors that are not contacts cannot join a group.
            if (query.userFilter === "unknown") return name;
            return (
              <Checkbox checked={ticked.includes(key)} onChange={() => toggleBand(key)} data-screen>
                {name}
              </Checkbox>
            );
          },
          foot: [intl.formatMessage(wordMessages.total)],
        },
        {
          head: wordMessages.score,
          className: `number ${styles["more"]}`,
          cell: ({ min, max }) => intl.formatMessage(reportMessages.rangeValue, { min, max }),
          foot: [""],
        },
        {
          head: web ? frameMessages.visitors : wordMessages.contacts,
          number: true,
          label: false,
          cell: ({ band, count }) =>
            listed && count > 0 ? (
              <Link
                to={paths.contactsScored({ scoring: query.id, scoringType: channel, band: String(band), uid })}
                title={intl.formatMessage(reportMessages.showContacts)}
                onClick={() => keepSearch("contacts", "")}
              >
                <FormattedNumber value={count} />
              </Link>
            ) : (
              count
            ),
          foot: [partition.emailCount],
        },
        {
          head: reportMessages.share,
          number: true,
          label: false,
          cell: (row) => percentInColumn(intl, row.percent),
          foot: [percentInColumn(intl, partition.emailCount > 0 ? 100 : 0)],
        },
        before && {
          head: intl.formatMessage(reportMessages.changeSince, { date: formatDayMonth(before.date) }),
          number: true,
          className: styles["more"],
          cell: ({ band, count }) => <Change now={count} pick={(earlier) => earlier[band]?.count ?? 0} />,
          foot: [<Change now={partition.emailCount} pick={(earlier) => sumOf(earlier, (row) => row.count)} />],
        },
        ...(web && query.userFilter === ""
          ? [count(reportMessages.known, "known"), count(reportMessages.unknown, "unknown")]
          : []),
        ...(web ? [] : [count(reportMessages.newCount, "newCount")]),
      ]}
    />
  );
}

interface ChangeProps {
  readonly now: number;
  readonly pick: (earlier: readonly BandRow[]) => number;
}

/** The change of a count since the previous date; it loads later than the count. */
function Change(props: ChangeProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <Changed {...props} />
    </Suspense>
  );
}

function Changed({ now, pick }: ChangeProps): ReactNode {
  const { before } = useReport();
  const earlier = before && use(before.load());
  return earlier ? <FormattedNumber value={now - pick(bandRows(earlier))} signDisplay="exceptZero" /> : <NoValue />;
}
