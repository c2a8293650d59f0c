import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { Contact } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { keepSearch, searchText } from "../../../stores/search-store";
import { Button } from "../../../ui/Button";
import { PageHeader } from "../../../ui/PageHeader";
import { Tag } from "../../../ui/Tag";
import { CopyButton } from "../../../ui/CopyButton";
import { DatabaseOf } from "../../../ui/DatabaseOf";
import { noAddressMessages } from "../messages";
import { blockedMessages, personMessages as messages } from "./messages";
import { personName } from "./model/person-name";
import { wordMessages } from "../../../i18n/word-messages";

/** The head of the page: the contact's name, database, consents and blocked addresses. */
export function PersonHead({ contact }: { readonly contact: Contact }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { uid, number, email, gsm, externalId } = contact;
  const name = email || gsm || externalId;
  return (
    <PageHeader
      trail={{ to: paths.contacts + (searchText("list") ?? ""), name: wordMessages.contacts }}
      title={name}
      description={personName(contact) || undefined}
      // The browser keeps titles in its history.
      tab={formatMessage(messages.tab, { uid, number: String(number) })}
      mark={
        <>
          <CopyButton text={name} size="middle" aria-label={formatMessage(messages.copy)} />
          <Marks contact={contact} />
        </>
      }
      actions={
        <Button
          label={messages.toData}
          onClick={() => {
            keepSearch("person", name);
            void navigate(paths.eventLogPerson);
          }}
        />
      }
    />
  );
}

function Marks({ contact }: { readonly contact: Contact }): ReactNode {
  return (
    <>
      <Tag>
        <DatabaseOf uid={contact.uid} />
      </Tag>
      {MESSAGE_CHANNELS.map((channel) =>
        contact[CHANNEL_FIELDS[channel].address] === "" ? (
          <Tag key={channel} label={noAddressMessages[channel]} />
        ) : (
          <Consent key={channel} given={contact[CHANNEL_FIELDS[channel].consent]} channel={channel} />
        ),
      )}
      {MESSAGE_CHANNELS.filter((channel) => contact[CHANNEL_FIELDS[channel].blocked]).map((channel) => (
        <Tag label={blockedMessages[channel]} key={channel} color="error" />
      ))}
    </>
  );
}

function Consent({ given, channel }: { readonly given: boolean; readonly channel: MessageChannel }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <Tag color={given ? "success" : "default"}>
      <FormattedMessage
        {...(given ? messages.given : messages.missing)}
        values={{ channel: formatMessage(channelMessages[channel]) }}
      />
    </Tag>
  );
}
