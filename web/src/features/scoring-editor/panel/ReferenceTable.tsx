import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ChannelPreview } from "../../../api/messages";
import { percentInColumn } from "../../../i18n/format";
import { componentMessages } from "../../../i18n/score-messages";
import type { Channel } from "../../../lib/channel";
import { Table } from "../../../ui/Table";
import { useDraft } from "../editor-context";
import { referencesOf, shareOf, type ReferenceRow } from "../model/distribution";
import styles from "./Panel.module.css";
import { panelMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { commonMessages } from "../../../i18n/common-messages";

interface ReferenceTableProps {
  readonly channel: Channel;
  readonly preview: ChannelPreview;
}

/** Values that earn full marks today, and the sample of each. */
export function ReferenceTable({ channel, preview }: ReferenceTableProps): ReactNode {
  const [draft] = useDraft();
  const rows = referencesOf(preview);
  if (rows.length === 0 || !preview.distribution) return null;
  return (
    <div>
      <h3 className={styles["channelName"]}>
        <FormattedMessage {...messages.references} />
      </h3>
      <p className={styles["age"]}>
        <FormattedMessage
          {...(channel === "web" ? messages.referencesTextWeb : messages.referencesText)}
          values={{ share: 100 - draft[channel].percentile }}
        />
      </p>
      <Table
        look="figures"
        caption={messages.references}
        rows={rows}
        rowKey={({ component }) => component}
        columns={[
          {
            head: wordMessages.component,
            wrap: true,
            cell: (row) => (
              <>
                <FormattedMessage {...componentMessages[row.component]} />
                <Remark row={row} />
              </>
            ),
          },
          { head: messages.reference, number: true, cell: ({ value }) => <Value value={value} /> },
          { head: messages.sample, number: true, cell: ({ sample }) => sample },
        ]}
      />
    </div>
  );
}

function Value({ value }: { readonly value: string | undefined }): ReactNode {
  const intl = useIntl();
  if (value === undefined) return <FormattedMessage {...commonMessages.noneSpoken} />;
  const share = shareOf(value);
  return share === undefined ? (
    value
  ) : (
    <FormattedMessage {...messages.rate} values={{ percent: percentInColumn(intl, 100 * share), value }} />
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
