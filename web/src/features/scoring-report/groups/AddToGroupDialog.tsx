import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useNavigate, useRevalidator } from "react-router";
import { useStore } from "zustand";
import { useApi } from "../../../api/api-context";
import type { Api } from "../../../api/api";
import { type Fault } from "../../../api/fault";
import type { Group } from "../../../api/messages";
import { commonMessages } from "../../../i18n/common-messages";
import { faultMessage } from "../../../i18n/fault-message";
import { faultText } from "../../../i18n/field-fault";
import { paths } from "../../../lib/paths";
import { showSnackbar } from "../../../stores/app-store";
import { keepSearch } from "../../../stores/search-store";
import { showFault } from "../../../stores/show-fault";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Notice } from "../../../ui/Notice";
import { openMessages } from "../report/messages";
import { useReport } from "../report/use-report";
import { useSelection } from "../report/selection";
import { countIn, rowsOfBands, sumOf } from "./rows";
import { EarlierExports } from "./EarlierExports";
import {
  createExporting,
  createExportStore,
  emptyGroups,
  loadExisting,
  removeGroups,
  undoExport,
  type ExportStore,
} from "./export-store";
import { ExportReceipt } from "./ExportReceipt";
import { GroupField, groupOf, type Chosen } from "./GroupField";
import type { Selected } from "./targets";
import { GroupSource } from "./GroupSource";
import { useProposal } from "./words";
import { exportMessages, groupMessages as messages } from "./messages";

interface AddToGroupDialogProps {
  /** The initially ticked rows. */
  readonly selected: Selected;
  readonly onClose: () => void;
}

/** Adds contacts of a result to a group, and then shows the receipt. */
export function AddToGroupDialog({ selected: first, onClose }: AddToGroupDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const { clear } = useSelection();
  const { query, partition, scoring } = useReport();
  const [store] = useState(() => createExportStore());
  const [send] = useState(() => createExporting(api, store));
  const [existing] = useState(() => loadExisting(api, query, first.kind));
  const { groups = [], reasons = [], earlier } = useStore(existing);
  const { busy, receipt, fault } = useStore(store);
  const [selected, setSelected] = useState(first);
  const [typed, setTyped] = useState<Chosen>();
  const [wrong, setWrong] = useState<"source" | "group">();

  const total =
    selected.kind === "bands" ? sumOf(rowsOfBands(partition), selected.bands) : sumOf(reasons, selected.reasons);
  const proposal = useProposal(selected, scoring.name, query.generatedDate);
  // A group without a typed name is named after the selected rows.
  const chosen = typed ?? { name: proposal, group: undefined };
  const uids = query.uids.length > 0 ? query.uids : partition.databases.map(({ uid }) => uid);
  const group = groupOf(groups, uids, chosen);
  const inUid = (uid: string): number | undefined => countIn(selected, partition, uid);
  const count = (group && inUid(group.uid)) ?? total.count;
  const web = query.scoringType === "web";

  const changed = (): void => {
    setWrong(undefined);
    store.setState({ fault: undefined });
  };
  const submit = async (): Promise<void> => {
    const newGroupName = chosen.name.trim();
    if (count === 0 || newGroupName === "") {
      setWrong(count === 0 ? "source" : "group");
      return;
    }
    const made = await send(query, selected, group ? { groupId: group.id } : { newGroupName });
    if (made) clear();
  };
  const filled = receipt?.undoneAt ? undefined : receipt?.items[0];
  const close = (): void => {
    onClose();
    offerUndo(api, store);
  };
  const groupFault = wrong === "group" ? formatMessage(faultMessage(NO_GROUP)) : wordsAtField(formatMessage, fault);
  return (
    <Dialog
      title={formatMessage(openMessages.open)}
      width={560}
      onClose={close}
      secondary={
        receipt ? (
          filled && (
            <Button
              label={exportMessages.toGroup}
              onClick={() => {
                keepSearch("contacts", "");
                void navigate(paths.contactsOf(filled.groupId));
              }}
            />
          )
        ) : (
          <Button label={commonMessages.cancel} onClick={onClose} />
        )
      }
      primary={
        receipt ? (
          // The button that had the focus is gone, so this one takes it.
          <Button label={commonMessages.close} ref={take} type="primary" onClick={close} key="close" />
        ) : (
          <Button type="primary" loading={busy} onClick={() => void submit()} key="submit">
            {formatMessage(web ? messages.submitVisitors : messages.submit, { count })}
          </Button>
        )
      }
    >
      <div className="stack">
        {receipt ? (
          <ExportReceipt store={store} />
        ) : (
          <>
            <GroupSource
              selected={selected}
              partition={partition}
              existing={existing}
              error={wrong === "source" ? formatMessage(messages.nobodyTicked) : undefined}
              onSelect={(next) => {
                setSelected(next);
                changed();
              }}
            />
            <GroupField
              existing={existing}
              uids={uids}
              countIn={inUid}
              chosen={chosen}
              error={groupFault}
              onChoose={(next) => {
                setTyped(next);
                changed();
              }}
            />
            {fault && groupFault === undefined && <Failed fault={fault} onClose={onClose} />}
          </>
        )}
        <EarlierExports receipts={earlier} />
      </div>
    </Dialog>
  );
}

function take(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Shows a snackbar with the number added and an undo, once the dialog no longer covers the page. */
function offerUndo(api: Api, store: ExportStore): void {
  const { receipt } = store.getState();
  const added = receipt?.items.reduce((sum, item) => sum + item.added, 0) ?? 0;
  if (!receipt || receipt.undoneAt || added === 0) return;
  const undo = async (): Promise<void> => {
    await undoExport(api, store);
    const { receipt: after, fault } = store.getState();
    const removed = after?.items.reduce((sum, item) => sum + item.removed, 0) ?? 0;
    if (fault) showSnackbar({ message: faultMessage(fault) }, { type: "error", timeout: 8000 });
    else offerRemoval(api, removed, after ? await emptyGroups(api, after).catch(() => []) : []);
  };
  showSnackbar(
    { message: exportMessages.addedTo, values: { added } },
    { action: { message: commonMessages.undo, run: () => void undo() } },
  );
}

/** Shows how many contacts were removed from the group, and offers to remove a new group that is empty now. */
function offerRemoval(api: Api, removed: number, groups: readonly Group[]): void {
  const values = { count: groups.length, name: groups[0]?.name ?? "" };
  const remove = (): void =>
    void removeGroups(api, groups).then(
      () => showSnackbar({ message: exportMessages.groupRemoved, values }),
      showFault,
    );
  showSnackbar(
    { message: exportMessages.removed, values: { removed } },
    groups.length > 0 ? { action: { message: exportMessages.removeGroup, values, run: remove } } : {},
  );
}

/** No group was named: the page reports it before the server does. */
const NO_GROUP = { reason: "EXPORT_GROUP_MISSING", httpStatus: 400 };

/** The text of a refusal about the group; undefined for another refusal. */
function wordsAtField(formatMessage: ReturnType<typeof useIntl>["formatMessage"], fault?: Fault): string | undefined {
  const about = fault?.fields.some(({ field }) => field.startsWith("targets["));
  return fault && about === true ? faultText(formatMessage, fault) : undefined;
}

function Failed({ fault, onClose }: { readonly fault: Fault; readonly onClose: () => void }): ReactNode {
  const { revalidate } = useRevalidator();
  if (fault.reason === "REPORT_REPLACED") {
    return (
      <Notice
        type="warning"
        title={messages.replaced}
        description={messages.replacedText}
        action={
          <Button
            label={messages.refresh}
            size="small"
            onClick={() => {
              onClose();
              void revalidate();
            }}
          />
        }
      />
    );
  }
  return <Notice type="error" title={messages.failed} description={faultMessage(fault)} />;
}
