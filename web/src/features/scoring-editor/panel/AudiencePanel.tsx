import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import type { ChannelPreview } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { reasonMessages } from "../../../i18n/score-messages";
import type { Channel } from "../../../lib/channel";
import { formatDay } from "../../../lib/dates";
import { Details } from "../../../ui/Details";
import { Tag } from "../../../ui/Tag";
import { useDraft } from "../editor-context";
import { analysedOf, audienceOf, dataState, type Audience } from "../model/audience";
import { Sentence } from "../unscorable/UnscorableNotice";
import { LiveFigures } from "./LiveFigures";
import styles from "./Panel.module.css";
import { LiveStatus } from "./LiveStatus";
import { useToday } from "./use-today";
import { usePreviewState } from "./use-preview";
import { panelMessages as messages } from "./messages";

/** Contacts that each channel would score today, and the reasons for excluding others. */
export function AudiencePanel(): ReactNode {
  const [{ channels }] = useDraft();
  return (
    <LiveFigures title={messages.audience} distribution={false}>
      {(answer) => (
        <>
          {analysedOf(answer, channels).map(({ channel, preview, ...audience }) => (
            <ChannelAudience key={channel} channel={channel} preview={preview} audience={audience} />
          ))}
          <SpokenAudience />
        </>
      )}
    </LiveFigures>
  );
}

/** The panel's main figure for narrow screens: "Ocenimy: 14 653". */
export function AudienceStrip(): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const [{ channels }] = useDraft();
  const { answer } = usePreviewState();
  if (!answer) return <FormattedMessage {...messages.audience} />;
  const parts = analysedOf(answer, channels);
  const counts = parts.map(({ channel, analysed }) => {
    const count = formatNumber(analysed);
    return parts.length > 1 ? `${formatMessage(channelMessages[channel])} ${count}` : count;
  });
  return <FormattedMessage {...messages.strip} values={{ counts: counts.join(" · ") }} />;
}

interface ChannelAudienceProps {
  readonly channel: Channel;
  readonly preview: ChannelPreview;
  readonly audience: Audience;
}

function ChannelAudience({ channel, preview, audience }: ChannelAudienceProps): ReactNode {
  const words = channel === "web" ? messages.ofVisitors : messages.ofContacts;
  return (
    <div className={styles["channel"]}>
      <h3 className={styles["channelName"]}>
        <FormattedMessage {...channelMessages[channel]} />
      </h3>
      <p>
        <span className={styles["main"]}>
          <FormattedNumber value={audience.analysed} />
        </span>{" "}
        <FormattedMessage {...words} values={{ count: audience.contacts }} />
      </p>
      <Bar audience={audience} />
      <TooLittleData preview={preview} />
      <SavedUnscorableNotice channel={channel} audience={audience} />
      <Reasons audience={audience} />
      {preview.audience.length > 1 && <Uids channel={channel} preview={preview} />}
    </div>
  );
}

function Bar({ audience: { analysed, contacts } }: { readonly audience: Audience }): ReactNode {
  return (
    <div className={styles["bar"]} aria-hidden>
      <div style={{ width: `${contacts > 0 ? (100 * analysed) / contacts : 0}%` }} />
    </div>
  );
}

/** The day from which a channel can be calculated, if later than today. */
export function TooLittleData({ preview }: { readonly preview: ChannelPreview }): ReactNode {
  const state = dataState(preview, useToday());
  if (state === "enough") return null;
  return (
    <p>
      <Tag color="warning">
        {state === "none" ? (
          <FormattedMessage {...messages.noData} />
        ) : (
          <FormattedMessage {...messages.tooLittle} values={{ date: formatDay(preview.possibleFrom) }} />
        )}
      </Tag>
    </p>
  );
}

function SavedUnscorableNotice({
  channel,
  audience,
}: {
  readonly channel: Channel;
  readonly audience: Audience;
}): ReactNode {
  if (audience.analysed > 0 || audience.contacts === 0) return null;
  return (
    <div className="wrong">
      <Sentence of={{ channel, ...audience }} />
    </div>
  );
}

function Reasons({ audience: { reasons } }: { readonly audience: Audience }): ReactNode {
  if (reasons.length === 0) return null;
  return (
    <dl className={styles["reasons"]}>
      {reasons.map(({ reason, count }) => (
        <div key={reason}>
          <dt>
            <FormattedMessage {...reasonMessages[reason]} />
          </dt>
          <dd className="number">
            <FormattedNumber value={count} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The same figures for each uid. */
function Uids({ channel, preview }: { readonly channel: Channel; readonly preview: ChannelPreview }): ReactNode {
  return (
    <Details summary={<FormattedMessage {...messages.uids} values={{ count: preview.audience.length }} />}>
      {preview.audience.map((part) => {
        const audience = audienceOf([part]);
        return (
          <div key={part.uid} className={styles["uid"]}>
            <p>
              <strong className="number">{part.uid}</strong>{" "}
              <FormattedMessage
                {...messages.ofUid}
                values={{ analysed: audience.analysed, contacts: audience.contacts }}
              />
            </p>
            <Bar audience={audience} />
            <SavedUnscorableNotice channel={channel} audience={audience} />
            <Reasons audience={audience} />
          </div>
        );
      })}
    </Details>
  );
}

function SpokenAudience(): ReactNode {
  const { formatMessage } = useIntl();
  const [{ channels }] = useDraft();
  const { answer, current } = usePreviewState();
  if (!answer || !current) return <LiveStatus text="" />;
  const texts = analysedOf(answer, channels).map(({ channel, analysed, contacts }) =>
    formatMessage(messages.spoken, { channel: formatMessage(channelMessages[channel]), analysed, contacts }),
  );
  return <LiveStatus text={texts.join(" ")} />;
}
