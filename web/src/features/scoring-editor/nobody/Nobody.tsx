import { Suspense, use, useState, type ReactNode } from "react";
import { FormattedList, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { clientOf } from "../../../api/api";
import { ScoringService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import type { Scoring } from "../../../api/messages";
import { CHANNELS, type Channel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import type { Reason } from "../../../lib/score-parts";
import { Notice } from "../../../ui/Notice";
import { ENTERING } from "../entering";
import { analysedOf, nobodyIn, type Audience } from "../model/audience";
import { nobodyMessages as messages, remedyMessages, whyMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

type Left = Pick<Audience, "contacts" | "reasons">;

interface NobodyNoticeProps {
  readonly id?: string;
  readonly scoringId: string;
  /** Excluded contacts of each channel, and why. */
  readonly channels: readonly (Left & { readonly channel: Channel })[];
}

/** Notice that no contact can be scored, why, and the remedy. */
export function NobodyNotice({ id, scoringId, channels }: NobodyNoticeProps): ReactNode {
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

function Sentence({ of: { channel, contacts, reasons }, several }: SentenceProps): ReactNode {
  const intl = useIntl();
  const why = reasons.map(({ reason, count }) => intl.formatMessage(whyMessages[reason], { channel, count }));
  return (
    <p>
      {contacts === 0 ? (
        <FormattedMessage {...messages.empty} />
      ) : (
        <FormattedMessage
          {...(several ? messages.ofChannel : messages.nobody)}
          values={{ channel, why: <FormattedList type="conjunction" value={why} /> }}
        />
      )}
    </p>
  );
}

interface SentenceProps {
  readonly of: Left & { readonly channel: Channel };
  readonly several: boolean;
}

/** The remedy for the reason that excludes most contacts. */
function Remedy({
  scoringId,
  of: { contacts, reasons },
}: {
  readonly scoringId: string;
  readonly of: Left;
}): ReactNode {
  const most = reasons.reduce<Reason | undefined>(
    (best, { reason, count }) => (count > (reasons.find((one) => one.reason === best)?.count ?? 0) ? reason : best),
    undefined,
  );
  if (contacts === 0 || most === undefined) {
    return (
      <Link to={paths.uploadOf("contacts")}>
        <FormattedMessage {...wordMessages.uploadContacts} />
      </Link>
    );
  }
  if (most === "NOT_IN_GROUP") {
    return (
      <Link to={paths.edit("search-and-choose-groups", scoringId)} state={ENTERING}>
        <FormattedMessage {...remedyMessages[most]} />
      </Link>
    );
  }
  return (
    <Link to={paths.uploadOf(most === "NO_SENDING" ? "engagement" : "contacts")}>
      <FormattedMessage {...remedyMessages[most]} />
    </Link>
  );
}

/** The same of a saved scoring, as its rules stand today; nothing where a contact can be scored. */
export function Nobody({ scoring }: { readonly scoring: Scoring }): ReactNode {
  const api = useApi();
  const [asked] = useState(() => {
    const { id, isCreatedByWizard, config, predefinedConfigSelection } = scoring;
    if (!config) return Promise.resolve([]);
    const channels = CHANNELS.filter((one) => config[one] !== undefined);
    return clientOf(api, ScoringService)
      .previewScoring({
        id,
        isCreatedByWizard,
        config,
        ...(predefinedConfigSelection && { predefinedConfigSelection }),
      })
      .then(
        (answer) => nobodyIn(analysedOf(answer, channels), channels),
        // The page is complete without it.
        () => [],
      );
  });
  return (
    <Suspense fallback={null}>
      <Asked scoringId={scoring.id} of={asked} />
    </Suspense>
  );
}

function Asked({ scoringId, of }: { readonly scoringId: string; readonly of: Promise<NobodyNoticeProps["channels"]> }) {
  return <NobodyNotice scoringId={scoringId} channels={use(of)} />;
}
