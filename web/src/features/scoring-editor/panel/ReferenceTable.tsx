import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { ChannelPreview } from "../../../api/messages";
import { percent } from "../../../i18n/format";
import { componentMessages } from "../../../i18n/score-messages";
import type { Channel } from "../../../lib/channel";
import { DataTable } from "../../../ui/DataTable";
import { useDraft } from "../editor-context";
import { referencesOf, shareOf, type ReferenceRow } from "../model/distribution";
import styles from "./Panel.module.css";
import { panelMessages as messages } from "./messages";

interface ReferenceTableProps {
  readonly channel: Channel;
  readonly preview: ChannelPreview;
}

/** Values that earn full marks today, and the number of contacts behind each. */
export function ReferenceTable({ channel, preview }: ReferenceTableProps): ReactNode {
  const [draft] = useDraft();
  const rows = referencesOf(preview);
  if (rows.length === 0 || !preview.distribution) return null;
  const title = <FormattedMessage {...messages.references} />;
  return (
    <div>
      <h3 className={styles["channelName"]}>{title}</h3>
      <p className={styles["age"]}>
        <FormattedMessage {...messages.referencesText} values={{ percentile: draft[channel].percentile }} />
      </p>
      <DataTable caption={title}>
        <thead>
          <tr>
            <th scope="col">
              <FormattedMessage {...messages.component} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...messages.reference} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...messages.sample} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.component}>
              <th scope="row" data-wrap>
                <FormattedMessage {...componentMessages[row.component]} />
                <Remark row={row} />
              </th>
              <td data-number>
                <Value value={row.value} />
              </td>
              <td data-number>
                <FormattedNumber value={row.sample} />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

function Value({ value }: { readonly value: string | undefined }): ReactNode {
  const intl = useIntl();
  if (value === undefined) return <FormattedMessage {...messages.noReference} />;
  const share = shareOf(value);
  return share === undefined ? (
    value
  ) : (
    <FormattedMessage {...messages.rate} values={{ percent: percent(intl, 100 * share), value }} />
  );
}

function Remark({ row }: { readonly row: ReferenceRow }): ReactNode {
  if (!row.small && !row.saturated) return null;
  return (
    <span className={styles["remark"]} data-warn={row.small}>
      <FormattedMessage {...(row.small ? messages.smallSample : messages.saturated)} />
    </span>
  );
}
