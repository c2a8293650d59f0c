import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import UserOutlined from "@ant-design/icons-svg/es/asn/UserOutlined";
import { useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { faultMessage } from "../../i18n/fault-message";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { StatePanel } from "../../ui/StatePanel";
import { useMe } from "../session";
import styles from "./Contacts.module.css";
import { FoundTable } from "./FoundTable";
import { contactsMessages as messages } from "./messages";
import { findContacts, NO_SEARCH, useSearchStore } from "./search";

/** As the contract limits it. */
const QUERY_MAX = 320;

/** Finding one contact of the account. */
export function ContactsPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { accountId } = useMe();
  const api = useApi();
  const navigate = useNavigate();
  const last = useSearchStore();
  // What somebody looked for in another account is none of this one's.
  const search = last.accountId === accountId ? last : NO_SEARCH;
  const [typed, setTyped] = useState(search.query);
  const find = async (query: string, page?: number): Promise<void> => {
    const only = await findContacts(api, accountId, query, page);
    if (only) void navigate(paths.contact(only.uid, only.number));
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void find(typed);
  };
  const running = search.phase === "running";
  return (
    <>
      <PageHeader title={formatMessage(messages.title)} description={<FormattedMessage {...messages.lead} />} />
      <form role="search" className={styles["search"]} onSubmit={submit}>
        <Field
          label={<FormattedMessage {...messages.field} />}
          type="search"
          aria-required={false}
          autoComplete="off"
          spellCheck={false}
          maxLength={QUERY_MAX}
          value={typed}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="primary" size="large" htmlType="submit" loading={running} icon={<Icon of={SearchOutlined} />}>
          <FormattedMessage {...messages.submit} />
        </Button>
      </form>
      {search.phase === "failed" && search.fault ? (
        <Notice
          type="error"
          title={<FormattedMessage {...faultMessage(search.fault)} />}
          action={
            <Button size="small" onClick={() => void find(search.query, search.page)}>
              <FormattedMessage {...commonMessages.retry} />
            </Button>
          }
        />
      ) : (
        <Card flush>
          {search.items.length > 0 && (
            <FoundTable search={search} busy={running} onPage={(page) => void find(search.query, page)} />
          )}
          {search.items.length === 0 && search.phase === "done" && (
            <div role="status">
              <StatePanel icon={<Icon of={UserOutlined} />} title={<FormattedMessage {...messages.none} />}>
                <FormattedMessage {...messages.noneText} />
              </StatePanel>
            </div>
          )}
          {search.items.length === 0 && search.phase !== "done" && (
            <StatePanel icon={<Icon of={SearchOutlined} />} title={<FormattedMessage {...messages.hint} />}>
              <FormattedMessage {...messages.hintText} />
            </StatePanel>
          )}
        </Card>
      )}
    </>
  );
}
