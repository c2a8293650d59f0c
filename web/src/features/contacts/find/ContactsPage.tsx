import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import UserOutlined from "@ant-design/icons-svg/es/asn/UserOutlined";
import { startTransition, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate, useNavigation, useRevalidator, useSearchParams } from "react-router";
import { clientOf } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import { settle } from "../../../api/settled";
import { useDelimiter } from "../../../i18n/delimiter";
import { channelMessages } from "../../../i18n/common-messages";
import { isChannel } from "../../../lib/channel";
import { formatDay } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { changeSearch } from "../../../lib/search";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { Notice } from "../../../ui/Notice";
import { PartFault } from "../../../ui/PagePart";
import { PageHeader } from "../../../ui/PageHeader";
import { PageButton } from "../../../ui/PageLink";
import { SearchForm } from "../../../ui/SearchForm";
import { StatePanel } from "../../../ui/StatePanel";
import { useShow } from "../../../ui/use-show";
import { downloadFound } from "./download";
import { Filters, type Change } from "./Filters";
import { FoundTable, type Chosen } from "./FoundTable";
import type { MembersMode, Selected } from "./members";
import { lookFor, type SearchData } from "./search";
import { SelectionBar } from "./SelectionBar";
import { MembersDialog } from "./MembersDialog";
import { filtersOf } from "./view";
import { NextStep } from "../../next-step";
import styles from "./Find.module.css";
import { findMessages as messages, scoreMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { faultMessages } from "../../../i18n/fault-messages";

export { searchLoader as loader } from "./search";
export { ContactsPage as Component };

/** The contract's limit for a query. */
const QUERY_MAX = 320;

const NONE_CHOSEN: Chosen = { all: false, contacts: new Map() };

/** Clears every filter of the URL. */
const NO_FILTERS = { uid: "", group: "", band: "", consent: "", active: "" };

/** Finds contacts of the account, and adds them to groups. */
function ContactsPage(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const delimiter = useDelimiter();
  const { query, view, databases, scoringId, scored, search: wanted, found } = useLoaderData<SearchData>();
  const { revalidate, state } = useRevalidator();
  const busy = useNavigation().state === "loading" || state === "loading";
  const [search] = useSearchParams();
  const show = useShow({});
  const [typed, setTyped] = useState(query);
  const [chosen, setChosen] = useState<Chosen>(NONE_CHOSEN);
  const [grouping, setGrouping] = useState<MembersMode>();
  const loadGroups = () =>
    settle(
      clientOf(api, ContactsService)
        .listGroups({})
        .then(({ uids }) => Object.values(uids).flatMap(({ items }) => items)),
    );
  const [groups, setGroups] = useState(loadGroups);
  const endGrouping = (): void => {
    setGrouping(undefined);
    // The dialog may have made a group, also before a failure. The old ones stay until the new ones are there.
    startTransition(() => setGroups(loadGroups()));
  };
  // Another search ends the choice, also one to which a link or the browser's buttons lead.
  const asked = JSON.stringify({ ...wanted, sort: "", generatedDate: "" });
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setChosen(NONE_CHOSEN);
    setGrouping(undefined);
  }
  const submit = (): void => {
    lookFor(typed);
    // The same URL is only reloaded, because the way back from a contact leads here.
    const first = changeSearch(search, { page: undefined });
    if (first === changeSearch(search, {})) void revalidate();
    else void navigate({ search: first });
  };
  const filter = (change: Change): void =>
    show((newest) =>
      changeSearch(newest, { page: undefined, ...(typeof change === "function" ? change(newest) : change) }),
    );
  const clear = (): void => filter(NO_FILTERS);
  const total = found.value?.total ?? 0;
  /** Nobody to search for yet. */
  const empty = found.value !== undefined && total === 0 && query.trim() === "" && filtersOf(view) === 0;
  const unscored = scoringId === "" && !empty;
  const add = <PageButton label={wordMessages.addContact} icon={<Icon of={PlusOutlined} />} to={paths.newContact} />;
  const ticked = [...chosen.contacts.values()];
  // All contacts of a group belong to its database.
  const home = view.uid || (view.groupId > 0 ? found.value?.items[0]?.uid : "");
  const selected: Selected = chosen.all
    ? { count: total, uids: home ? [home] : databases, ticked, search: wanted }
    : { count: ticked.length, uids: [...new Set(ticked.map(({ uid }) => uid))], ticked };
  return (
    <>
      <PageHeader
        title={wordMessages.contacts}
        description={messages.lead}
        actions={
          empty ? undefined : (
            <>
              <PageButton label={wordMessages.uploadFile} to={paths.newImport} />
              {add}
            </>
          )
        }
      />
      {!empty && (
        <div className={styles["toolbar"]}>
          <SearchForm
            secondary={unscored}
            label={messages.field}
            action={messages.submit}
            busy={busy}
            aria-required={false}
            maxLength={QUERY_MAX}
            placeholder={formatMessage(messages.hint)}
            value={typed}
            onChange={setTyped}
            onSubmit={submit}
          />
          <Filters groups={groups} onChange={filter} />
          {total > 0 && <Summary onClear={clear} />}
        </div>
      )}
      {unscored && (
        <div className={styles["next"]}>
          <NextStep primary />
        </div>
      )}
      {scoringId !== "" && !scored && <Unscored />}
      {found.fault && found.fault.reason !== "DATABASE_NOT_FOUND" ? (
        <PartFault fault={found.fault} />
      ) : (
        <>
          {selected.count > 0 && (
            <SelectionBar
              count={selected.count}
              total={total}
              onAll={() => setChosen({ ...NONE_CHOSEN, all: true })}
              onGroup={setGrouping}
              onDownload={() => downloadFound(api, selected, delimiter)}
              onClear={() => setChosen(NONE_CHOSEN)}
            />
          )}
          <Card flush>
            {found.value && total > 0 ? (
              <FoundTable found={found.value} busy={busy} chosen={chosen} onChoose={setChosen} />
            ) : (
              <NoContacts asked={query.trim() !== ""} filtered={filtersOf(view) > 0} onClear={clear} more={add} />
            )}
          </Card>
        </>
      )}
      {grouping && (
        <MembersDialog
          mode={grouping}
          selected={selected}
          groups={groups}
          groupId={view.groupId}
          onClose={endGrouping}
          onDone={() => {
            endGrouping();
            setChosen(NONE_CHOSEN);
            void revalidate();
          }}
        />
      )}
    </>
  );
}

/** The number of contacts that match the filters, a button that clears these, and the result of the scores. */
function Summary({ onClear }: { readonly onClear: () => void }): ReactNode {
  const { view, everybody, found, scorings, scoringId } = useLoaderData<SearchData>();
  const filtered = filtersOf(view) > 0;
  const { total = 0, generatedDate = "", scoringType = "" } = found.value ?? {};
  const name = scorings.find(({ id }) => id === scoringId)?.name ?? "";
  return (
    <p className={styles["summary"]}>
      <span>
        <FormattedMessage {...(total < everybody ? messages.count : messages.countAll)} values={{ total, everybody }} />
      </span>
      {generatedDate !== "" && (
        <span className="muted">
          {/* Wider screens show them in the filters. */}
          {name !== "" && isChannel(scoringType) && (
            <span className="on-phones">
              {name} · <FormattedMessage {...channelMessages[scoringType]} /> ·{" "}
            </span>
          )}
          <FormattedMessage {...scoreMessages.of} values={{ date: formatDay(generatedDate) }} />
        </span>
      )}
      {filtered && <Button label={wordMessages.clearFilters} size="small" type="link" onClick={onClear} />}
    </p>
  );
}

/** Explains why there are no scores, and how to get them. */
function Unscored(): ReactNode {
  return (
    <Notice
      type="info"
      role="status"
      className={styles["unscored"] ?? ""}
      title={scoreMessages.unscored}
      action={<PageButton label={wordMessages.goToScorings} size="small" to={paths.scoringList} />}
    />
  );
}

interface NoContactsProps {
  /** Whether an address was typed. */
  readonly asked: boolean;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** The other way to the first contact. */
  readonly more: ReactNode;
}

/** In place of an empty table: how to change the search or, if it was for all contacts, how to add the first ones. */
function NoContacts({ asked, filtered, onClear, more }: NoContactsProps): ReactNode {
  const navigate = useNavigate();
  const all = (): void => {
    lookFor("");
    void navigate(paths.contacts);
  };
  const upload = (): void => void navigate(paths.newImport);
  const { title, text, action, act } = asked
    ? { title: faultMessages.CONTACT_NOT_FOUND, text: messages.noneText, action: wordMessages.showAll, act: all }
    : filtered
      ? { title: wordMessages.noMatch, text: messages.filterText, action: wordMessages.clearFilters, act: onClear }
      : { title: messages.empty, text: messages.emptyText, action: wordMessages.uploadFile, act: upload };
  return (
    <div role="status">
      <StatePanel
        icon={<Icon of={UserOutlined} />}
        title={title}
        text={text}
        actions={
          <>
            <Button label={action} type={asked || filtered ? "default" : "primary"} onClick={act} />
            {!asked && !filtered && more}
          </>
        }
      />
    </div>
  );
}
