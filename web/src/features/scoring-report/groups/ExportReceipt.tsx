import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Suspense, use, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useStore } from "zustand";
import { useApi } from "../../../api/api-context";
import type { Group, GroupExport } from "../../../api/messages";
import { settle, type Settled } from "../../../api/settled";
import { commonMessages } from "../../../i18n/common-messages";
import { faultMessage } from "../../../i18n/fault-message";
import { reasonMessages } from "../../../i18n/score-messages";
import { formatMoment, formatMomentDay, formatTime } from "../../../lib/dates";
import { REASONS } from "../../../lib/score-parts";
import { Button } from "../../../ui/Button";
import { Notice } from "../../../ui/Notice";
import { DatabaseName } from "../../../ui/DatabaseOf";
import { Table } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { useSubmission } from "../../../ui/use-submission";
import { useMe } from "../../session";
import styles from "./Groups.module.css";
import { openMessages } from "../report/messages";
import { emptyGroups, removeGroups, undoExport, type ExportStore } from "./export-store";
import { exportMessages as messages, groupMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The receipt of an export to a group, with an undo. It stays where it was made. */
export function ExportReceipt({ store }: { readonly store: ExportStore }): ReactNode {
  const api = useApi();
  const { receipt, busy, fault } = useStore(store);
  if (!receipt) return null;
  return (
    <div className="stack">
      <div role="status" className="apart">
        {receipt.undoneAt ? <Undone store={store} /> : <Made receipt={receipt} />}
        {!receipt.undoneAt && receipt.items.length > 0 && (
          <Button label={commonMessages.undo} loading={busy} onClick={() => void undoExport(api, store)} />
        )}
      </div>
      {fault && <Notice type="error" title={messages.undoFailed} description={faultMessage(fault)} />}
      {receipt.items.length > 0 && <Items receipt={receipt} />}
    </div>
  );
}

function Made({ receipt }: { readonly receipt: GroupExport }): ReactNode {
  const { items, notContacts, erased } = receipt;
  if (items.length === 0) return <FormattedMessage {...messages.nobody} />;
  const sum = (pick: (item: GroupExport["items"][number]) => number): number =>
    items.reduce((all, item) => all + pick(item), 0);
  return (
    <p>
      <strong>
        <FormattedMessage
          {...messages.added}
          values={{ added: sum((item) => item.added), alreadyThere: sum((item) => item.alreadyThere) }}
        />
      </strong>
      {notContacts > 0 && (
        <span className={styles["aside"]}>
          <FormattedMessage {...messages.notContacts} values={{ count: notContacts }} />
        </span>
      )}
      {erased > 0 && (
        <span className={styles["aside"]}>
          <FormattedMessage {...messages.erased} values={{ count: erased }} />
        </span>
      )}
    </p>
  );
}

function Undone({ store }: { readonly store: ExportStore }): ReactNode {
  const { timeZone } = useMe();
  const { receipt, undone } = useStore(store);
  if (!receipt?.undoneAt) return null;
  const at = timestampDate(receipt.undoneAt);
  const moment = formatMoment(at, timeZone);
  const today = formatMomentDay(at, timeZone) === formatMomentDay(new Date(), timeZone);
  const removed = receipt.items.reduce((all, item) => all + item.removed, 0);
  return (
    <p>
      <strong>
        {undone === "here" && <FormattedMessage {...messages.removed} values={{ removed }} />}
        {undone === "before" && today && (
          <FormattedMessage {...messages.undoneBefore} values={{ time: formatTime(at, timeZone) }} />
        )}
        {undone === "before" && !today && <FormattedMessage {...messages.undoneBeforeOn} values={{ at: moment }} />}
        {undone === undefined && <FormattedMessage {...messages.undoneAt} values={{ at: moment }} />}
      </strong>
      {receipt.items.some(({ created }) => created) && <MadeGroups receipt={receipt} />}
    </p>
  );
}

/** The groups that an undone export created, to be removed if they are empty now. */
function MadeGroups({ receipt }: { readonly receipt: GroupExport }): ReactNode {
  const api = useApi();
  const [asked] = useState(() => settle(emptyGroups(api, receipt)));
  return (
    <Suspense fallback={null}>
      <Emptied asked={asked} />
    </Suspense>
  );
}

function Emptied({ asked }: { readonly asked: Promise<Settled<readonly Group[]>> }): ReactNode {
  const api = useApi();
  const { value: groups = [] } = use(asked);
  const { busy, fault, done, submit } = useSubmission(() => removeGroups(api, groups));
  const values = { count: groups.length, name: groups[0]?.name ?? "" };
  return (
    <span className={styles["aside"]}>
      {done && <FormattedMessage {...messages.groupRemoved} values={values} />}
      {groups.length === 0 && <FormattedMessage {...messages.kept} />}
      {groups.length > 0 && !done && (
        <Button size="small" loading={busy} onClick={() => void submit(undefined)}>
          <FormattedMessage {...messages.removeGroup} values={values} />
        </Button>
      )}
      {fault && <FormattedMessage {...faultMessage(fault)} />}
    </span>
  );
}

function Items({ receipt: { items } }: { readonly receipt: GroupExport }): ReactNode {
  return (
    <Table
      look="figures"
      caption={openMessages.open}
      rows={items}
      rowKey={({ uid, groupId, scoringMin, reason }) => `${uid} ${groupId} ${scoringMin} ${reason}`}
      columns={[
        {
          head: wordMessages.group,
          wrap: true,
          cell: ({ groupName, created }) => (
            <>
              {groupName} {created && <Tag label={messages.created} />}
            </>
          ),
        },
        { head: wordMessages.database, cell: ({ uid }) => <DatabaseName uid={uid} /> },
        { head: messages.what, cell: (item) => <Part item={item} /> },
        { head: messages.addedColumn, number: true, cell: ({ added }) => added },
        { head: messages.thereColumn, number: true, cell: ({ alreadyThere }) => alreadyThere },
      ]}
    />
  );
}

function Part({ item }: { readonly item: GroupExport["items"][number] }): ReactNode {
  const { formatMessage } = useIntl();
  const { scoringMin, scoringMax } = item;
  if (item.reason === "") return formatMessage(groupMessages.range, { scoringMin, scoringMax });
  const reason = REASONS.find((one) => one === item.reason);
  return reason ? formatMessage(reasonMessages[reason]) : item.reason;
}
