import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { Contact } from "../../../api/messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { channelMessages } from "../../../i18n/common-messages";
import { formatMomentDay, formatMoment } from "../../../lib/dates";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Tag } from "../../../ui/Tag";
import { useMe } from "../../session";
import { copy } from "../../../ui/copy";
import type { Change, ContactChanges } from "../change/changes";
import styles from "./Person.module.css";
import { contactMessages, noAddressMessages } from "../messages";
import { ConsentDialog } from "../change/ConsentDialog";
import { consentMessages as messages, sourceName } from "../change/messages";
import { wordMessages } from "../../../i18n/word-messages";

interface ChannelsProps {
  readonly contact: Contact;
  readonly changes: ContactChanges;
}

/** The consents of a contact by channel, with the actions that change them. */
export function Channels({ contact, changes }: ChannelsProps): ReactNode {
  const [giving, setGiving] = useState<MessageChannel>();
  return (
    <Card title={messages.title} description={messages.onlyContact}>
      <ul className={styles["channels"]}>
        {MESSAGE_CHANNELS.map((channel) => (
          <Channel
            key={channel}
            channel={channel}
            contact={contact}
            changes={changes}
            onGive={() => setGiving(channel)}
          />
        ))}
      </ul>
      {giving && <ConsentDialog channel={giving} changes={changes} onClose={() => setGiving(undefined)} />}
    </Card>
  );
}

interface ChannelProps extends ChannelsProps {
  readonly channel: MessageChannel;
  readonly onGive: () => void;
}

function Channel({ channel, contact, changes, onGive }: ChannelProps): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const fields = CHANNEL_FIELDS[channel];
  const {
    [fields.address]: address,
    [fields.consent]: given,
    [fields.blocked]: blocked,
    [fields.link]: link,
  } = contact;
  const last = contact.consentChanges.find(({ scoringType }) => scoringType === channel);
  const since = last?.given === given ? last : undefined;
  const block = (value: boolean): Change => ({ [fields.blocked]: value });
  const withdraw = (): void => {
    const note = formatMessage(messages.undoNote, { moment: formatMoment(new Date(), timeZone) });
    const consent = (value: boolean): Change => ({ [fields.consent]: value });
    void changes.try(consent(false), { message: messages.withdrawn }, { ...consent(true), consentNote: note });
  };
  const name = formatMessage(channelMessages[channel]);
  return (
    <li className={styles["channel"]} aria-label={name}>
      <div className={styles["channelState"]}>
        <strong>{name}</strong>
        {address === "" ? (
          <Tag label={noAddressMessages[channel]} />
        ) : (
          <span className={styles["address"]}>{address}</span>
        )}
        <Tag
          label={given ? wordMessages.consent : contactMessages.missing}
          color={given && address !== "" ? "success" : "default"}
        />
        {blocked && <Tag label={contactMessages.blocked} color="error" />}
        {since?.occurredAt && (
          <span className="muted">
            <FormattedMessage
              {...messages.since}
              values={{
                date: formatMomentDay(timestampDate(since.occurredAt), timeZone),
                source: formatMessage(sourceName(since.source)),
              }}
            />
          </span>
        )}
      </div>
      <div className="row">
        {given ? (
          <Button label={messages.withdraw} size="small" onClick={withdraw} />
        ) : (
          <Button label={messages.give} size="small" onClick={onGive} />
        )}
        {address !== "" && (
          <Button
            size="small"
            onClick={() =>
              void changes.try(
                block(!blocked),
                { message: blocked ? messages.unblocked : messages.blockedNow, values: { channel } },
                block(blocked),
              )
            }
          >
            <FormattedMessage {...(blocked ? messages.unblock : messages.block)} values={{ channel }} />
          </Button>
        )}
        {link !== "" && <Button label={messages.copyLink} size="small" onClick={() => void copy(link)} />}
      </div>
    </li>
  );
}
