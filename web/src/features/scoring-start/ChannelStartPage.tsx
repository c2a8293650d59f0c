import { useId, useState, type SyntheticEvent, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { useApi } from "../../api/api-context";
import { toFault, type Fault } from "../../api/fault";
import type { GetLeadResponse, PreviewScoringResponse } from "../../api/messages";
import { channelMessages, commonMessages } from "../../i18n/common-messages";
import type { Message } from "../../i18n/define-messages";
import { nameFault } from "../../i18n/scoring-name";
import { MESSAGE_CHANNELS } from "../../lib/channel";
import { dayOf, formatDay } from "../../lib/dates";
import { nextStep } from "../../lib/first-way";
import { paths } from "../../lib/paths";
import { noteEducation, usePreferenceStore } from "../../stores/preference-store";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Choice } from "../../ui/Choice";
import { FaultAlert } from "../../ui/FaultAlert";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { PageLink } from "../../ui/PageLink";
import { FirstRun } from "../first-run";
import { editPath, UnscorableNotice } from "../scoring-editor";
import { useMe } from "../session";
import styles from "./ChannelStartPage.module.css";
import { createDraft, type Way } from "./create";
import { FileButton } from "./FileButton";
import type { StartData } from "./loader";
import { startMessages as messages } from "./messages";
import { NameField } from "./NameField";
import { wordMessages } from "../../i18n/word-messages";

export { startLoader as loader } from "./loader";
export { ChannelStartPage as Component };

/** Start of a scoring; with too little data, the way to get it. */
function ChannelStartPage(): ReactNode {
  const { timeZone } = useMe();
  const [search] = useSearchParams();
  const { start, lead } = useLoaderData<StartData>();
  const [facts] = useState(() => Promise.resolve(start));
  const step = start.value && nextStep(start.value, dayOf(new Date(), timeZone));
  const early = (step === "contacts" || step === "sendings") && lead?.available !== true && !search.has("draft");
  return (
    <>
      <PageHeader
        title={wordMessages.calculateScoring}
        actions={!early && <PageLink label={wordMessages.howItWorks} to={paths.scoringEducation} />}
      />
      {early ? (
        <Card flush>
          <FirstRun facts={facts} />
        </Card>
      ) : (
        <NewScoring />
      )}
    </>
  );
}

/** A proposed name, with a number if another scoring has it. */
function unlike(name: string, taken: readonly string[]): string {
  const numbered = (at: number): string => (at === 1 ? name : `${name} (${String(at)})`);
  let at = 1;
  while (taken.includes(numbered(at))) at += 1;
  return numbered(at);
}

/** The way and the name of a scoring. */
function NewScoring(): ReactNode {
  const { formatMessage, formatDate } = useIntl();
  const { start, lead } = useLoaderData<StartData>();
  const { reach, unscorable = [] } = start.value ?? {};
  const { timeZone } = useMe();
  const api = useApi();
  const navigate = useNavigate();
  const [way, setWay] = useState<Way>("guided");
  const [name, setName] = useState(() =>
    unlike(
      formatMessage(messages.proposal, { month: formatDate(new Date(), { month: "long", year: "numeric", timeZone }) }),
      start.value?.names ?? [],
    ),
  );
  const [wrong, setWrong] = useState<Message>();
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);
  const unscorableId = useId();
  const off = way !== "lead" && unscorable.length > 0;

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const problem = nameFault(name.trim());
    setWrong(problem);
    if (problem || busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      const id = await createDraft(api, way, name.trim(), { reach, lead });
      const { to, state } = editPath({ id });
      void navigate(to, { state });
    } catch (thrown) {
      setFault(toFault(thrown));
      setBusy(false);
    }
  };

  return (
    <>
      <Offer />
      <Card>
        <form className={styles["form"]} noValidate onSubmit={(event) => void submit(event)}>
          <fieldset className={styles["ways"]}>
            <legend>
              <FormattedMessage {...messages.question} />
            </legend>
            <WayCard way="guided" chosen={way} onChoose={setWay} title={messages.guided} text={messages.guidedText} />
            <WayCard way="own" chosen={way} onChoose={setWay} title={messages.own} text={messages.ownText} />
            {lead && <LeadCard lead={lead} chosen={way} onChoose={setWay} />}
          </fieldset>
          <NameField
            value={name}
            error={wrong}
            onChange={(value) => {
              setName(value);
              setWrong(undefined);
            }}
          />
          {fault && <FaultAlert fault={fault} />}
          {off && <UnscorableNotice id={unscorableId} channels={unscorable} />}
          <div className={styles["foot"]}>
            {way !== "lead" && reach ? <Reach reach={reach} /> : <span />}
            <FileButton />
            <Button
              label={wordMessages.next}
              type="primary"
              htmlType="submit"
              loading={busy}
              disabled={off}
              aria-describedby={off ? unscorableId : undefined}
            />
          </div>
        </form>
      </Card>
    </>
  );
}

/** Offers the explanation of scoring once; afterwards a link beside the heading leads there. */
function Offer(): ReactNode {
  const { formatMessage } = useIntl();
  const offered = usePreferenceStore((state) => state.educationOffered);
  if (offered) return null;
  return (
    <Notice
      className={styles["offer"] ?? ""}
      type="info"
      role="note"
      title={
        <FormattedMessage
          {...messages.offer}
          values={{ link: (words) => <Link to={paths.scoringEducation}>{words}</Link> }}
        />
      }
      closable={{ onClose: noteEducation, "aria-label": formatMessage(commonMessages.close) }}
    />
  );
}

interface WayCardProps {
  readonly way: Way;
  readonly chosen: Way;
  readonly title: Message;
  readonly text: Message;
  readonly onChoose: (way: Way) => void;
  /** The reason why it cannot be chosen. */
  readonly why?: ReactNode;
}

function WayCard({ way, chosen, title, text, onChoose, why }: WayCardProps): ReactNode {
  return (
    <div className={styles["way"]} data-chosen={way === chosen} data-off={why !== undefined}>
      <Choice
        name="way"
        checked={way === chosen}
        disabled={why !== undefined}
        title={title}
        onChoose={() => onChoose(way)}
      >
        {why ?? <FormattedMessage {...text} />}
      </Choice>
    </div>
  );
}

interface LeadCardProps {
  readonly lead: GetLeadResponse;
  readonly chosen: Way;
  readonly onChoose: (way: Way) => void;
}

/** Scoring of website visitors, or the reason why it is not available. */
function LeadCard({ lead, chosen, onChoose }: LeadCardProps): ReactNode {
  const why = lead.available ? undefined : (
    <FormattedMessage
      {...(lead.reason === "SCORING_WEBSITES_MISSING" ? messages.leadNoWebsite : messages.leadNoEvents)}
      values={{ link: (words) => <Link to={paths.settings}>{words}</Link> }}
    />
  );
  return (
    <WayCard
      way="lead"
      chosen={chosen}
      onChoose={onChoose}
      title={messages.lead}
      text={messages.leadText}
      {...(why ? { why } : {})}
    />
  );
}

/** The contacts that a scoring could score, by channel. */
function Reach({ reach }: { readonly reach: PreviewScoringResponse }): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const { timeZone } = useMe();
  const today = dayOf(new Date(), timeZone);
  const parts = MESSAGE_CHANNELS.map((channel) => {
    const part = reach.channels[channel];
    const count = part?.audience.reduce((sum, { analysed }) => sum + analysed, 0) ?? 0;
    const from = part?.possibleFrom ?? "";
    const name = formatMessage(channelMessages[channel]);
    if (from === "") return formatMessage(messages.reachNone, { channel: name });
    if (from > today) return formatMessage(messages.reachFrom, { channel: name, date: formatDay(from) });
    return formatMessage(messages.reachNow, { channel: name, count, shown: formatNumber(count) });
  });
  return <span className={styles["reach"]}>{parts.join(" · ")}</span>;
}
