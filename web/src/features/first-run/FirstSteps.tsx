import RocketOutlined from "@ant-design/icons-svg/es/asn/RocketOutlined";
import { Suspense, use, useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Settled } from "../../api/settled";
import type { ImportKind } from "../../api/upload";
import { dayOf, formatDay } from "../../lib/dates";
import { startDemo } from "../../lib/demo";
import { DAYS_NEEDED, isReady, nextStep } from "../../lib/first-way";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { PageButton, PageLink } from "../../ui/PageLink";
import { StatePanel } from "../../ui/StatePanel";
import { Tag } from "../../ui/Tag";
import { ACTIVE } from "../../lib/status";
import { SampleButton } from "../imports";
import type { Facts } from "../next-step";
import { editPath, UnscorableNotice } from "../scoring-editor";
import { useMe } from "../session";
import styles from "./FirstRun.module.css";
import { firstRunMessages as messages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

interface FirstStepsProps {
  readonly facts: Promise<Settled<Facts>> | undefined;
}

/** The three steps to first scores with their progress; the first open one is highlighted. */
export function FirstSteps({ facts }: FirstStepsProps): ReactNode {
  const me = useMe();
  return (
    <StatePanel
      icon={<Icon of={RocketOutlined} />}
      title={messages.title}
      text={
        <>
          <p>
            <FormattedMessage {...messages.text} />
          </p>
          <Suspense fallback={<Steps facts={undefined} />}>
            <Known facts={facts} />
          </Suspense>
          <p className={styles["links"]}>
            <Button label={messages.demo} type="link" onClick={() => startDemo(me)} />
            <PageLink label={wordMessages.howItWorks} to={paths.scoringEducation} />
          </p>
        </>
      }
    />
  );
}

/** Shows the steps with the known facts; unknown ones are left out. */
function Known({ facts }: FirstStepsProps): ReactNode {
  return <Steps facts={facts && use(facts).value} />;
}

function Steps({ facts }: { readonly facts: Facts | undefined }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const today = dayOf(new Date(), timeZone);
  const { contacts = 0, days = 0, possibleFrom = "" } = facts ?? {};
  const ready = facts !== undefined && isReady(facts, today);
  const next = facts && nextStep(facts, today);
  const blocked = facts?.blocked ?? [];
  const upload = (kind: ImportKind, primary: boolean, name: string): ReactNode => (
    <PageButton
      label={wordMessages.uploadFile}
      type={primary ? "primary" : "default"}
      aria-label={name}
      to={paths.uploadOf(kind)}
    />
  );
  return (
    <>
      <ol className={styles["steps"]}>
        <li className={styles["step"]} data-done={contacts > 0 && blocked.length === 0}>
          <span className={styles["words"]}>
            <strong>
              <FormattedMessage {...wordMessages.uploadContacts} />
            </strong>
            <FormattedMessage {...messages.contactsText} />
          </span>
          {contacts > 0 && (
            <Tag color={blocked.length > 0 ? "warning" : "success"}>
              <FormattedMessage {...messages.have} values={{ count: contacts }} />
            </Tag>
          )}
          {upload("contacts", next === "contacts" || blocked.length > 0, formatMessage(messages.uploadContacts))}
          <SampleButton kind="contacts" />
        </li>
        <li className={styles["step"]} data-done={ready}>
          <span className={styles["words"]}>
            <strong>
              <FormattedMessage {...wordMessages.uploadSendings} />
            </strong>
            <FormattedMessage {...messages.sendingsText} />
          </span>
          {days > 0 && (
            <Tag color={ready ? "success" : "default"}>
              <FormattedMessage {...(ready ? messages.enough : messages.days)} values={{ days, of: DAYS_NEEDED }} />
            </Tag>
          )}
          {upload("engagement", next === "sendings" && blocked.length === 0, formatMessage(messages.uploadSendings))}
          <PageLink label={wordMessages.connectProvider} to={paths.connections} />
          <SampleButton kind="engagement" />
        </li>
        <Scoring facts={facts} possibleFrom={possibleFrom} primary={next === "scoring" && blocked.length === 0} />
      </ol>
      <div className={styles["why"]}>
        <UnscorableNotice channels={blocked} />
      </div>
    </>
  );
}

interface ScoringProps {
  readonly facts: Facts | undefined;
  readonly possibleFrom: string;
  /** Whether this step is the open one. */
  readonly primary: boolean;
}

/** The last step, disabled while there are no contacts to score. */
function Scoring({ facts, possibleFrom, primary }: ScoringProps): ReactNode {
  const navigate = useNavigate();
  const why = useId();
  const { begun, contacts = 0, unscorable = [] } = facts ?? {};
  const off = facts !== undefined && (contacts === 0 || unscorable.length > 0);
  const go = (): void => {
    if (!begun) void navigate(paths.newDraft);
    else if (begun.status === ACTIVE) void navigate(paths.loading(begun.id));
    else void navigate(editPath(begun).to, { state: editPath(begun).state });
  };
  return (
    <li className={styles["step"]}>
      <span className={styles["words"]}>
        <strong>
          <FormattedMessage {...messages.scoring} />
        </strong>
        <span id={why}>
          {off || possibleFrom === "" ? (
            <FormattedMessage {...messages.scoringText} />
          ) : primary ? (
            <FormattedMessage {...messages.scoringNow} />
          ) : (
            <FormattedMessage {...messages.scoringFrom} values={{ date: formatDay(possibleFrom) }} />
          )}
        </span>
      </span>
      <Button
        type={primary ? "primary" : "default"}
        disabled={off}
        aria-describedby={off ? why : undefined}
        onClick={go}
      >
        {begun ? (
          <FormattedMessage {...messages.goOn} values={{ name: begun.name }} />
        ) : (
          <FormattedMessage {...wordMessages.calculateScoring} />
        )}
      </Button>
    </li>
  );
}
