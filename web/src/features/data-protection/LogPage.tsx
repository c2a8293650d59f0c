import FileTextOutlined from "@ant-design/icons-svg/es/asn/FileTextOutlined";
import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigation } from "react-router";
import { dayOf } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DateRange } from "../../ui/form/DateRange";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { Pager } from "../../ui/Pager";
import { LabelledSelect } from "../../ui/LabelledSelect";
import { PageButton } from "../../ui/PageLink";
import { StatePanel } from "../../ui/StatePanel";
import { useShow } from "../../ui/use-show";
import { useMe } from "../session";
import styles from "./DataProtection.module.css";
import { EntryTable } from "./EntryTable";
import type { LogData } from "./loader";
import { kindMessages, logMessages as messages, dataProtectionRouteMessages } from "./messages";
import { KINDS } from "./view";
import { wordMessages } from "../../i18n/word-messages";

export { logLoader as loader } from "./loader";
export { LogPage as Component };

/** The event log. */
function LogPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { items, total, view, pageSize } = useLoaderData<LogData>();
  const busy = useNavigation().state === "loading";
  const show = useShow({ replace: true });
  const { timeZone } = useMe();
  const filtered = view.kind !== undefined || view.days.start !== "" || view.days.end !== "";
  return (
    <>
      <PageHeader
        title={dataProtectionRouteMessages.log}
        description={messages.lead}
        actions={<PageButton label={messages.toPerson} to={paths.eventLogPerson} />}
      />
      {(total > 0 || filtered) && (
        <div className={styles["filters"]}>
          <DateRange
            label={messages.date}
            all={formatMessage(messages.all)}
            value={view.days}
            today={dayOf(new Date(), timeZone)}
            onChange={(days) => show({ ...days, page: undefined })}
          />
          <LabelledSelect
            label={messages.kind}
            value={view.kind ?? ""}
            options={[
              { value: "", label: formatMessage(messages.all) },
              ...KINDS.map((value) => ({ value, label: formatMessage(kindMessages[value]) })),
            ]}
            onChange={(kind) => show({ kind, page: undefined })}
          />
        </div>
      )}
      <Card flush>
        {items.length > 0 ? (
          <>
            <EntryTable items={items} busy={busy} />
            <Pager
              page={view.page}
              pageSize={pageSize}
              total={total}
              onPage={(page) => show({ page: page === 1 ? undefined : String(page) })}
              onSize={(size) => show({ page: undefined, pageSize: String(size) })}
            />
            <p className={styles["note"]}>
              <FormattedMessage {...messages.note} />
            </p>
          </>
        ) : filtered ? (
          <StatePanel
            icon={<Icon of={SearchOutlined} />}
            title={messages.noMatch}
            actions={
              <Button
                label={wordMessages.showAll}
                onClick={() => show({ kind: undefined, start: undefined, end: undefined, page: undefined })}
              />
            }
          />
        ) : (
          <StatePanel
            icon={<Icon of={FileTextOutlined} />}
            title={messages.none}
            text={messages.noneText}
            actions={<PageButton label={wordMessages.uploadFile} type="primary" to={paths.newImport} />}
          />
        )}
      </Card>
    </>
  );
}
