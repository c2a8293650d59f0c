import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf } from "../../../api/api";
import { TrackingService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import type { WebTrackingAccount } from "../../../api/messages";
import { formatDay, formatMoment } from "../../../lib/dates";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Checkbox } from "../../../ui/Checkbox";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import { Table } from "../../../ui/Table";
import { Tag } from "../../../ui/Tag";
import { useMe } from "../../session";
import styles from "../Connections.module.css";
import { CopyField } from "../../../ui/CopyButton";
import { DatabaseOf } from "../../../ui/DatabaseOf";
import { LiveEvents } from "../LiveEvents";
import { MadeBy } from "../MadeBy";
import { activityMessages, connectionMessages, eventMessages, webMessages as messages } from "../messages";
import { RemoveDialog } from "../RemoveDialog";
import { lastEvent } from "./last-event";
import { Waiting } from "./Waiting";
import { wordMessages } from "../../../i18n/word-messages";

interface WebsiteProps {
  readonly website: WebTrackingAccount;
  readonly name: string;
}

/** Days of events that a scoring of visitors needs. */
const ENOUGH_DAYS = 14;

/** One website: its code, whether events arrive, and the newest ones. */
export function Website({ website, name }: WebsiteProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const { ownPerson } = useMe();
  const [asking, setAsking] = useState(false);
  const { siClientId, uid, since, madeBy } = website;
  const sends = lastEvent(website) !== undefined;
  const [visitorsToo, setVisitorsToo] = useState(false);
  const remove = async (): Promise<void> => {
    await clientOf(api, TrackingService).deleteWebTrackingAccount({
      siClientId,
      visitors: visitorsToo ? "remove" : "",
    });
    showSnackbar({ message: messages.removed, values: { name } });
    await revalidate();
  };
  return (
    <>
      <Card
        title={name}
        description={<DatabaseOf uid={uid} />}
        extra={ownPerson && <Button label={connectionMessages.remove} size="small" onClick={() => setAsking(true)} />}
      >
        <div className="stack">
          <MadeBy who={madeBy} />
          {since && <Standing website={website} />}
          {!sends && <Waiting name={name} />}
        </div>
      </Card>
      <Card title={messages.code} description={<FormattedMessage {...messages.codeText} values={{ name }} />}>
        <CopyField label={messages.codeLabel} value={codeOf(siClientId)} action={messages.copyCode} rows={3} />
      </Card>
      <LiveEvents
        open={(signal, onHeader) =>
          clientOf(api, TrackingService).streamRecentWebEvents({ siClientId }, { signal, onHeader })
        }
        words={({ type, path }) => {
          const known = eventMessages[type];
          return { type: known ? formatMessage(known) : type, about: path };
        }}
      />
      {asking && (
        <RemoveDialog
          title={messages.removeAsk}
          text={visitorsToo ? messages.removeAllText : messages.removeText}
          name={name}
          onClose={() => setAsking(false)}
          onRemove={remove}
        >
          <Checkbox
            label={messages.removeVisitors}
            className={styles["visitors"] ?? ""}
            checked={visitorsToo}
            onChange={setVisitorsToo}
          />
        </RemoveDialog>
      )}
    </>
  );
}

function codeOf(key: string): string {
  return `<script async src="${window.location.origin}/tracking/v1/puls.js" data-key="${key}"></script>`;
}

/** The types with their last event and today's number, and the time until there are two weeks of events. */
function Standing({ website }: { readonly website: WebTrackingAccount }): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const { timeZone } = useMe();
  const { types, days, completeFrom, refusedCount, leftOutCount, hourlyVisitorLimit } = website;
  const complete = days >= ENOUGH_DAYS;
  const sends = lastEvent(website) !== undefined;
  return (
    <div className="stack">
      <p className={styles["line"]}>
        <Tag color={!sends ? "default" : complete ? "success" : "warning"}>
          {complete ? (
            <FormattedMessage {...messages.complete} />
          ) : (
            <FormattedMessage {...messages.days} values={{ days, date: formatDay(completeFrom) }} />
          )}
        </Tag>
        {!sends && <FormattedMessage {...activityMessages.filesOnly} />}
        {refusedCount > 0 && (
          <span className="quiet">
            <FormattedMessage {...messages.refused} values={{ count: refusedCount }} />
          </span>
        )}
      </p>
      {leftOutCount > 0 && (
        <Notice
          type="warning"
          role="note"
          title={messages.leftOut}
          description={
            <FormattedMessage
              {...messages.leftOutText}
              values={{ count: leftOutCount, limit: formatNumber(hourlyVisitorLimit) }}
            />
          }
        />
      )}
      {sends && (
        <Table
          look="figures"
          caption={messages.types}
          rows={types}
          rowKey={({ type }) => type}
          columns={[
            {
              head: wordMessages.kind,
              cell: ({ type }) => (eventMessages[type] ? formatMessage(eventMessages[type]) : type),
            },
            {
              head: messages.last,
              cell: ({ lastAt }) => lastAt && formatMoment(timestampDate(lastAt), timeZone),
            },
            { head: messages.today, number: true, cell: ({ todayCount }) => todayCount },
          ]}
        />
      )}
    </div>
  );
}
