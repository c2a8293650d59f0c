import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { componentMessages } from "../../../i18n/score-messages";
import { Card } from "../../../ui/Card";
import { DataTable } from "../../../ui/DataTable";
import { NoValue } from "../../../ui/NoValue";
import { percent } from "../../../i18n/format";
import { markMessages, reportMessages } from "../messages";
import type { Reference } from "../model/references";

interface ReferencesProps {
  readonly references: readonly Reference[];
  readonly percentile: number | undefined;
}

/** What earns full marks, part by part, in words. */
export function References({ references, percentile }: ReferencesProps): ReactNode {
  const intl = useIntl();
  return (
    <Card
      title={<FormattedMessage {...reportMessages.references} />}
      description={
        percentile !== undefined && <FormattedMessage {...reportMessages.referencesText} values={{ percentile }} />
      }
    >
      <DataTable caption={<FormattedMessage {...reportMessages.references} />}>
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
