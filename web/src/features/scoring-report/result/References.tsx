import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { percent, percentInColumn } from "../../../i18n/format";
import { componentMessages } from "../../../i18n/score-messages";
import { Card } from "../../../ui/Card";
import { Table } from "../../../ui/Table";
import { useReport } from "../report/use-report";
import { markMessages, reportMessages } from "../report/messages";
import { percentileOf, referencesOf, type Reference } from "../model/references";
import { OfAll } from "./OfAll";
import styles from "./References.module.css";
import { wordMessages } from "../../../i18n/word-messages";

/** The references by part, in words, with their samples. */
export function References(): ReactNode {
  const intl = useIntl();
  const { scoring, partition, channel } = useReport();
  const references = referencesOf(partition, scoring.config);
  const percentile = percentileOf(partition, scoring.config, channel);
  return (
    <Card
      title={reportMessages.references}
      description={
        percentile !== undefined && (
          <>
            <FormattedMessage
              {...(channel === "web" ? reportMessages.referencesTextWeb : reportMessages.referencesText)}
              values={{ percentile }}
            />
            <OfAll />
          </>
        )
      }
    >
      <Table
        look="facts"
        caption={reportMessages.references}
        rows={references}
        rowKey={({ component }) => component}
        columns={[
          {
            head: wordMessages.component,
            cell: ({ component }) => <FormattedMessage {...componentMessages[component]} />,
          },
          {
            head: reportMessages.weight,
            number: true,
            cell: ({ weight }) => (weight === undefined ? undefined : percent(intl, weight)),
          },
          {
            head: reportMessages.mark,
            cell: (reference) => (
              <div>
                <Mark reference={reference} />
                <Remark reference={reference} />
              </div>
            ),
          },
          { head: reportMessages.sample, number: true, cell: ({ sample }) => sample },
        ]}
      />
    </Card>
  );
}

function Mark({ reference: { component, mark } }: { readonly reference: Reference }): ReactNode {
  const intl = useIntl();
  if (!mark) return <FormattedMessage {...reportMessages.noMark} />;
  const { part, whole } = mark;
  switch (component) {
    case "or":
    case "ctr":
    case "delivery":
      return (
        <FormattedMessage
          {...markMessages[component]}
          values={{ part, whole: whole ?? 1, percent: percentInColumn(intl, (100 * part) / (whole ?? 1)) }}
        />
      );
    default:
      return <FormattedMessage {...markMessages.event} values={{ part }} />;
  }
}

function Remark({ reference: { thin, saturated } }: { readonly reference: Reference }): ReactNode {
  if (!thin && !saturated) return null;
  return (
    <span className={styles["remark"]} data-warn={thin}>
      <FormattedMessage {...(thin ? reportMessages.thin : reportMessages.saturated)} />
    </span>
  );
}
