import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { Link } from "react-router";
import { channelMessages } from "../../i18n/common-messages";
import { momentInWords, TWO_DECIMALS } from "../../i18n/format";
import { formatDayMonth, formatTime } from "../../lib/dates";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/Icon";
import { useNotificationStore } from "../notifications";
import { useMe } from "../session";
import { overviewMessages as messages } from "./messages";
import styles from "./OverviewCard.module.css";
import { lastNight, mattersOf, weekChanges, type LastNight, type Matter, type WeekChange } from "./overview";
import type { ScoringRow } from "./rows";

/** The number of matters that are shown; the list and the notifications have all. */
const MOST = 3;

/** The account at a glance: the last night, the changes of a week, and what needs attention. */
export function OverviewCard({ rows }: { readonly rows: readonly ScoringRow[] }): ReactNode {
  const { formatMessage } = useIntl();
  const notifications = useNotificationStore((state) => state.items);
  const night = lastNight(rows);
  const changes = weekChanges(rows);
  const matters = mattersOf(rows, notifications ?? []);
  return (
    <section className={styles["overview"]} aria-label={formatMessage(messages.name)}>
      {night && <Night night={night} />}
      {changes.length > 0 && <Changes changes={changes} />}
      <div>
        <h2>
          <FormattedMessage {...messages.attention} />
        </h2>
        {matters.length === 0 ? (
          <p className={styles["well"]}>
            <Icon of={CheckCircleFilled} /> <FormattedMessage {...messages.nothing} />
          </p>
        ) : (
          <ul>
            {matters.slice(0, MOST).map((matter, at) => (
              <li key={at}>
                <MatterLink matter={matter} />
              </li>
            ))}
          </ul>
        )}
        {matters.length > MOST && (
          <p className="aside">
            <FormattedMessage {...messages.more} values={{ count: matters.length - MOST }} />
          </p>
        )}
      </div>
    </section>
  );
}

function Night({ night: { at, done, of, nextAt } }: { readonly night: LastNight }): ReactNode {
  const intl = useIntl();
  const { timeZone } = useMe();
  return (
    <div>
      <h2>
        <FormattedMessage {...messages.last} />
      </h2>
      <p className={styles["figure"]}>{momentInWords(intl, at, timeZone)}</p>
      <p className="aside">
        <FormattedMessage {...messages.done} values={{ done, of }} />
      </p>
      {nextAt && (
        <p className="aside">
          <FormattedMessage {...messages.next} values={{ time: formatTime(nextAt, timeZone) }} />
        </p>
      )}
    </div>
  );
}

function Changes({ changes }: { readonly changes: readonly WeekChange[] }): ReactNode {
  const { formatMessage } = useIntl();
  const [first] = changes;
  return (
    <div>
      <h2>
        <FormattedMessage {...messages.changes} values={{ date: first && formatDayMonth(first.since) }} />
      </h2>
      <ul>
        {changes.map(({ id, name, channel, average, by }) => (
          <li key={id + channel} className={styles["change"]}>
            <Link to={paths.report(id, { scoringType: channel }, "avg")}>
              <FormattedMessage
                {...messages.ofChannel}
                values={{ name, channel: formatMessage(channelMessages[channel]) }}
              />
            </Link>
            <span className="number">
              <FormattedNumber value={average} {...TWO_DECIMALS} />{" "}
              <strong>
                <FormattedNumber value={by} signDisplay="exceptZero" {...TWO_DECIMALS} />
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function MatterLink({ matter }: { readonly matter: Matter }): ReactNode {
  switch (matter.kind) {
    case "drafts":
      return (
        <Link to={`${paths.scoringList}?status=draft`}>
          <FormattedMessage {...messages.drafts} values={{ count: matter.count }} />
        </Link>
      );
    case "import": {
      const { subjectId, fileName, refusedCount } = matter.notification;
      return (
        <Link to={paths.import(subjectId)}>
          <FormattedMessage {...messages.import} values={{ file: fileName, count: refusedCount }} />
        </Link>
      );
    }
    case "webhook":
      return (
        <Link to={paths.webhook(matter.notification.subjectId)}>
          <FormattedMessage {...messages.webhook} values={{ host: matter.notification.fileName }} />
        </Link>
      );
    default:
      return (
        <Link to={paths.runsOf(matter.row.id)}>
          <FormattedMessage {...messages[matter.kind]} values={{ name: matter.row.name }} />
        </Link>
      );
  }
}
