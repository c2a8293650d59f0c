import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import UserOutlined from "@ant-design/icons-svg/es/asn/UserOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate, useNavigation, useRevalidator, useSearchParams } from "react-router";
import { clientOf } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import { settle } from "../../../api/settled";
import { paths } from "../../../lib/paths";
import { changeSearch } from "../../../lib/search";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { PartFault } from "../../../ui/PagePart";
import { PageHeader } from "../../../ui/PageHeader";
import { SearchForm } from "../../../ui/SearchForm";
import { StatePanel } from "../../../ui/StatePanel";
import { useShow } from "../../../ui/use-show";
import { Filters } from "./Filters";
import { FoundTable, type Chosen } from "./FoundTable";
import type { MembersMode } from "./members";
import { lookFor, type SearchData } from "./search";
import { SelectionBar } from "./SelectionBar";
import { MembersDialog } from "./MembersDialog";
import { findMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

export { searchLoader as loader } from "./search";
export { ContactsPage as Component };

/** As the contract limits it. */
const QUERY_MAX = 320;

const NOBODY: Chosen = new Map();

/** Finding contacts of the account, and putting them into groups. */
function ContactsPage(): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const navigate = useNavigate();
  const { query, view, databases, found } = useLoaderData<SearchData>();
  const { revalidate, state } = useRevalidator();
  const busy = useNavigation().state === "loading" || state === "loading";
  const [search] = useSearchParams();
  const show = useShow({});
  const [typed, setTyped] = useState(query);
  const [chosen, setChosen] = useState<Chosen>(NOBODY);
  const [grouping, setGrouping] = useState<MembersMode>();
  const [groups] = useState(() =>
    settle(
      clientOf(api, ContactsService)
        .listGroups({})
        .then(({ uids }) => Object.values(uids).flatMap(({ items }) => items)),
    ),
  );
  const submit = (): void => {
    lookFor(typed);
    setChosen(NOBODY);
    // The same address is only read again: the way back from a contact leads here.
    const first = changeSearch(search, { page: undefined });
    if (first === changeSearch(search, {})) void revalidate();
    else void navigate({ search: first });
  };
  const filter = (change: Readonly<Record<string, string>>): void => {
    setChosen(NOBODY);
    show({ page: undefined, ...change });
  };
  return (
    <>
      <PageHeader
        title={formatMessage(wordMessages.contacts)}
        description={<FormattedMessage {...messages.lead} />}
        actions={
          <>
            <Button onClick={() => void navigate(paths.newImport)}>
              <FormattedMessage {...wordMessages.uploadFile} />
            </Button>
            <Button icon={<Icon of={PlusOutlined} />} onClick={() => void navigate(paths.newContact)}>
              <FormattedMessage {...wordMessages.addContact} />
            </Button>
          </>
        }
      />
      <SearchForm
        label={<FormattedMessage {...messages.field} />}
        action={<FormattedMessage {...messages.submit} />}
        busy={busy}
        aria-required={false}
        maxLength={QUERY_MAX}
        placeholder={formatMessage(messages.hint)}
        value={typed}
        onChange={setTyped}
        onSubmit={submit}
      />
      <Filters view={view} databases={databases} groups={groups} onChange={filter} />
      {found.fault && found.fault.reason !== "DATABASE_NOT_FOUND" ? (
        <PartFault fault={found.fault} />
      ) : (
        <>
          {chosen.size > 0 && (
            <SelectionBar count={chosen.size} onGroup={setGrouping} onClear={() => setChosen(NOBODY)} />
          )}
          <Card flush>
            {found.value && found.value.items.length > 0 ? (
              <FoundTable found={found.value} busy={busy} chosen={chosen} onChoose={setChosen} />
            ) : (
              <Nobody all={query.trim() === "" && view.uid === "" && view.groupId === 0} />
            )}
          </Card>
        </>
      )}
      {grouping && (
        <MembersDialog
          mode={grouping}
          contacts={[...chosen.values()]}
          groups={groups}
          groupId={view.groupId}
          onClose={() => setGrouping(undefined)}
          onDone={() => {
            setGrouping(undefined);
            setChosen(NOBODY);
            void revalidate();
          }}
        />
      )}
    </>
  );
}

/** In place of the table: what helps when nobody fits, or, when everybody was asked for, how the first contacts come. */
function Nobody({ all }: { readonly all: boolean }): ReactNode {
  const navigate = useNavigate();
  return (
    <div role="status">
      <StatePanel
        icon={<Icon of={UserOutlined} />}
        title={<FormattedMessage {...(all ? messages.empty : messages.none)} />}
        actions={
          all ? (
            <Button type="primary" onClick={() => void navigate(paths.newImport)}>
              <FormattedMessage {...wordMessages.uploadFile} />
            </Button>
          ) : (
            <Button
              onClick={() => {
                lookFor("");
                void navigate(paths.contacts);
              }}
            >
              <FormattedMessage {...wordMessages.showAll} />
            </Button>
          )
        }
      >
        <FormattedMessage {...(all ? messages.emptyText : messages.noneText)} />
      </StatePanel>
    </div>
  );
}
