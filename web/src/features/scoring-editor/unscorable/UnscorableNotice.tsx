import { Suspense, use, useState, type ReactNode } from "react";
import { FormattedList, FormattedMessage, useIntl } from "react-intl";
import { useLocation } from "react-router";
import { useApi } from "../../../api/api-context";
import { isMessageChannel, type Channel } from "../../../lib/channel";
import { channelMessages, channelWares } from "../../../i18n/common-messages";
import { paths } from "../../../lib/paths";
import { Notice } from "../../../ui/Notice";
import { PageLink } from "../../../ui/PageLink";
import { ENTERING } from "../entering";
import { mainReason, type Audience } from "../model/audience";
import { unscorableMessages as messages, remedyMessages, whyMessages } from "./messages";
import { unscorableToday } from "./today";
import { wordMessages } from "../../../i18n/word-messages";

type Left = Pick<Audience, "contacts" | "reasons">;

interface UnscorableNoticeProps {
  readonly id?: string;
  /** Empty before the scoring exists. */
  readonly scoringId?: string;
  /** Excluded contacts of each channel, with the reasons. */
  readonly channels: readonly (Left & { readonly channel: Channel })[];
}

/** Notice that no contact can be scored, with the reasons and the remedy. */
export function UnscorableNotice({ id, scoringId = "", channels }: UnscorableNoticeProps): ReactNode {
  const [first] = channels;
  if (!first) return null;
  return (
    <div id={id}>
      <Notice
        type="warning"
        role="status"
        title={channels.map((one) => (
          <Sentence key={one.channel} several={channels.length > 1} of={one} />
        ))}
        action={<Remedy scoringId={scoringId} of={first} />}
      />
    </div>
  );
}

/** The reasons why a channel scores no contact, with counts. */
export function Sentence({ of: { channel, contacts, reasons }, several = false }: SentenceProps): ReactNode {
  const intl = useIntl();
  const wares = isMessageChannel(channel) ? intl.formatMessage(channelWares[channel]) : "";
  const why = reasons.map(({ reason, count }) => intl.formatMessage(whyMessages[reason], { wares, count }));
  return (
    <p>
      {contacts === 0 ? (
        <FormattedMessage {...messages.empty} />
      ) : (
        <FormattedMessage
          {...(several ? messages.ofChannel : messages.all)}
          values={{
            channel: intl.formatMessage(channelMessages[channel]),
            why: <FormattedList type="conjunction" value={why} />,
          }}
        />
      )}
    </p>
  );
}

interface SentenceProps {
  readonly of: Left & { readonly channel: Channel };
  readonly several?: boolean;
}

/** The remedy for the reason that excludes most contacts; none if the user is already at its page. */
function Remedy({ scoringId, of }: { readonly scoringId: string; readonly of: Left }): ReactNode {
  const { pathname } = useLocation();
  const most = mainReason(of);
  if (most === undefined) {
    return <PageLink label={wordMessages.uploadContacts} to={paths.uploadOf("contacts")} />;
  }
  if (most === "NOT_IN_GROUP") {
    return (
      !pathname.endsWith(GROUPS) && (
        <PageLink label={remedyMessages[most]} to={paths.edit(GROUPS, scoringId)} state={ENTERING} />
      )
    );
  }
  return (
    <PageLink label={remedyMessages[most]} to={paths.uploadOf(most === "NO_SENDING" ? "engagement" : "contacts")} />
  );
}

const GROUPS = "search-and-choose-groups";

/** The same for a saved scoring with today's data; empty if a contact can be scored. */
export function SavedUnscorableNotice({ scoringId }: { readonly scoringId: string }): ReactNode {
  const api = useApi();
  const [asked] = useState(() => unscorableToday(api, scoringId).catch(() => []));
  return (
    <Suspense fallback={null}>
      <Asked scoringId={scoringId} of={asked} />
    </Suspense>
  );
}

function Asked({
  scoringId,
  of,
}: {
  readonly scoringId: string;
  readonly of: Promise<UnscorableNoticeProps["channels"]>;
}) {
  return <UnscorableNotice scoringId={scoringId} channels={use(of)} />;
}
