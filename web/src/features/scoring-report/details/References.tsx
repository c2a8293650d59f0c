import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { percent } from "../../../i18n/format";
import { componentMessages } from "../../../i18n/score-messages";
import { Card } from "../../../ui/Card";
import { DataTable } from "../../../ui/DataTable";
import { NoValue } from "../../../ui/NoValue";
import { useReport } from "../report/use-report";
import { markMessages, reportMessages } from "../report/messages";
import { percentileOf, referencesOf, type Reference } from "../model/references";
import styles from "./References.module.css";

/** What earns full marks, part by part, in words, and how much it rests on. */
export function References(): ReactNode {
  const intl = useIntl();
  const { scoring, partition, channel } = useReport();
  const references = referencesOf(partition, scoring.config);
  const percentile = percentileOf(partition, scoring.config, channel);
  const title = <FormattedMessage {...reportMessages.references} />;
  return (
    <Card
      title={title}
      description={
        percentile !== undefined && (
          <FormattedMessage
            {...(channel === "web" ? reportMessages.referencesTextWeb : reportMessages.referencesText)}
            values={{ percentile }}
          />
        )
      }
    >
      <DataTable caption={title}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...reportMessages.component} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...reportMessages.weight} />
            </th>
            <th scope="col">
              <FormattedMessage {...reportMessages.mark} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...reportMessages.sample} />
            </th>
          </tr>
        </thead>
        <tbody>
          {references.map((reference) => (
            <tr key={reference.component}>
              <th scope="row">
                <FormattedMessage {...componentMessages[reference.component]} />
              </th>
              <td data-number>{reference.weight === undefined ? <NoValue /> : percent(intl, reference.weight)}</td>
              <td>
                <Mark reference={reference} />
                <Remark reference={reference} />
              </td>
              <td data-number>
                {reference.sample === undefined ? <NoValue /> : <FormattedNumber value={reference.sample} />}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
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
          values={{ part, whole: whole ?? 1, percent: percent(intl, (100 * part) / (whole ?? 1)) }}
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
