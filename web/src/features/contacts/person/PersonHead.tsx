import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Contact } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { paths } from "../../../lib/paths";
import { keepSearch, searchText } from "../../../stores/search-store";
import { Button } from "../../../ui/Button";
import { PageHeader } from "../../../ui/PageHeader";
import { Tag } from "../../../ui/Tag";
import { CopyButton } from "../../../ui/CopyButton";
import { DatabaseOf } from "../../../ui/DatabaseOf";
import { personMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

/** Who it is, and whether they may be written to. */
export function PersonHead({ contact }: { readonly contact: Contact }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { uid, number, email, gsm, externalId } = contact;
  const name = email || gsm || externalId;
  return (
    <PageHeader
      trail={{ to: paths.contacts + (searchText("list") ?? ""), name: wordMessages.contacts }}
      title={name}
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
          onClick={() => {
            keepSearch("person", name);
            void navigate(paths.eventLogPerson);
          }}
        >
          <FormattedMessage {...messages.toData} />
        </Button>
      }
    />
  );
}

function Marks({ contact }: { readonly contact: Contact }): ReactNode {
  const { uid, emailConsent, smsConsent, emailBlocked, gsmBlocked } = contact;
  return (
    <>
      <Tag>
        <DatabaseOf uid={uid} />
      </Tag>
      <Consent given={emailConsent} channel="mailing" />
      <Consent given={smsConsent} channel="sms" />
      {emailBlocked && (
        <Tag color="error">
          <FormattedMessage {...messages.emailBlocked} />
        </Tag>
      )}
      {gsmBlocked && (
        <Tag color="error">
          <FormattedMessage {...messages.phoneBlocked} />
        </Tag>
      )}
    </>
  );
}

function Consent({ given, channel }: { readonly given: boolean; readonly channel: "mailing" | "sms" }): ReactNode {
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
