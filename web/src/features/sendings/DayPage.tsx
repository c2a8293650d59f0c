import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigate } from "react-router";
import type { SentMessage } from "../../api/messages";
import { channelMessages } from "../../i18n/common-messages";
import { isChannel } from "../../lib/channel";
import { formatDay } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { PageHeader } from "../../ui/PageHeader";
import { Pager } from "../../ui/Pager";
import { StatePanel } from "../../ui/StatePanel";
import { Table } from "../../ui/Table";
import { useShow } from "../../ui/use-show";
import { categoryName, Filters } from "./Filters";
import type { DayData } from "./loader";
import { sendingsMessages as messages, sendingsRouteMessages as routeMessages } from "./messages";
import { useRateColumns } from "./rate-columns";
import { emailsOf } from "./rates";
import styles from "./Sendings.module.css";
import { wordMessages } from "../../i18n/word-messages";

export { dayLoader as loader } from "./loader";
export { DayPage as Component };

/** The messages that one day's sendings are of. */
function DayPage(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { date, items, total, view, databases, pageSize } = useLoaderData<DayData>();
  const show = useShow({ replace: true });
  return (
    <>
      <PageHeader
        trail={{ to: paths.sendings, name: routeMessages.title }}
        title={formatMessage(messages.day, { date: formatDay(date) })}
        description={<FormattedMessage {...messages.dayLead} />}
      />
      <div className={styles["parts"]}>
        <Filters view={view} databases={databases} />
        <Card flush>
          {items.length === 0 ? (
            <StatePanel
              icon={<Icon of={MailOutlined} />}
              title={<FormattedMessage {...messages.emptyDay} />}
              actions={
                <Button onClick={() => void navigate(paths.sendings)}>
                  <FormattedMessage {...messages.toDays} />
                </Button>
              }
            >
              <FormattedMessage {...messages.emptyText} />
            </StatePanel>
          ) : (
            <>
              <MessageTable items={items} />
              <Pager
                page={view.page}
                pageSize={pageSize}
                total={total}
                onPage={(to) => show({ page: String(to) })}
                onSize={(size) => show({ page: undefined, pageSize: String(size) })}
              />
              <p className={styles["note"]}>
                <FormattedMessage {...messages.ratesNote} />
              </p>
            </>
          )}
        </Card>
      </div>
    </>
  );
}

function MessageTable({ items }: { readonly items: readonly SentMessage[] }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Table
      className={styles["table"]}
      caption={routeMessages.title}
      rows={items}
      rowKey={({ scoringType, uid, category, messageId }) => `${scoringType} ${uid} ${category} ${messageId}`}
      columns={[
        {
          head: messages.message,
          cell: ({ messageId, messageCount }) =>
            messageId || (
              <span className={styles["single"]}>
                <FormattedMessage {...messages.single} values={{ count: messageCount }} />
              </span>
            ),
        },
        { head: messages.category, label: false, cell: ({ category }) => categoryName(category, formatMessage) },
        {
          head: wordMessages.channel,
          label: false,
          cell: ({ scoringType: type }) => (isChannel(type) ? formatMessage(channelMessages[type]) : type),
        },
        { head: wordMessages.database, label: false, className: "number", cell: ({ uid }) => uid },
        ...useRateColumns<SentMessage>((row) => emailsOf([row])),
      ]}
    />
  );
}
