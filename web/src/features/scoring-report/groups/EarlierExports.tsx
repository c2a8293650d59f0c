import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { GroupExport } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { isChannel } from "../../../lib/channel";
import { formatDay, formatMoment } from "../../../lib/dates";
import { Details } from "../../../ui/Details";
import { useMe } from "../../session";
import { createExportStore } from "./export-store";
import { ExportReceipt } from "./ExportReceipt";
import styles from "./Groups.module.css";
import { exportMessages, groupMessages as messages } from "./messages";

/** The earlier receipts of the scoring, each with an undo; empty without any. */
export function EarlierExports({ receipts }: { readonly receipts: readonly GroupExport[] }): ReactNode {
  const [open, setOpen] = useState(false);
  if (receipts.length === 0) return null;
  return (
    <div className={styles["earlier"]}>
      <Details
        summary={<FormattedMessage {...messages.earlier} values={{ count: receipts.length }} />}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        {open && receipts.map((receipt) => <Earlier key={receipt.id} receipt={receipt} />)}
      </Details>
    </div>
  );
}

function Earlier({ receipt }: { readonly receipt: GroupExport }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const [store] = useState(() => createExportStore(receipt));
  const { madeAt, generatedDate, scoringType } = receipt;
  const at = madeAt ? formatMoment(timestampDate(madeAt), timeZone) : "";
  const channel = isChannel(scoringType) ? formatMessage(channelMessages[scoringType]) : scoringType;
  return (
    <section>
      <h3>
        <FormattedMessage {...exportMessages.of} values={{ at, date: formatDay(generatedDate), channel }} />
      </h3>
      <ExportReceipt store={store} />
    </section>
  );
}
