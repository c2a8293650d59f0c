import RocketOutlined from "@ant-design/icons-svg/es/asn/RocketOutlined";
import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import type { Settled } from "../../api/settled";
import type { ImportKind } from "../../api/upload";
import { dayOf, formatDay } from "../../lib/dates";
import { startDemo } from "../../lib/demo";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { StatePanel } from "../../ui/StatePanel";
import { Tag } from "../../ui/Tag";
import { SampleButton } from "../imports";
import { useMe } from "../session";
import { DAYS_NEEDED, type FirstRunFacts } from "./facts";
import styles from "./FirstRun.module.css";
import { firstRunMessages as messages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

interface FirstStepsProps {
  readonly facts: Promise<Settled<FirstRunFacts>> | undefined;
}

/** The three steps to first scores, each with how far it is; the first open one is the one to take. */
export function FirstSteps({ facts }: FirstStepsProps): ReactNode {
  return (
    <StatePanel icon={<Icon of={RocketOutlined} />} title={<FormattedMessage {...messages.title} />}>
      <p>
        <FormattedMessage {...messages.text} />
      </p>
      <Suspense fallback={<Steps facts={undefined} />}>
        <Known facts={facts} />
      </Suspense>
      <p className={styles["links"]}>
        <Button type="link" onClick={startDemo}>
          <FormattedMessage {...messages.demo} />
        </Button>
        <Link to={paths.scoringEducation}>
          <FormattedMessage {...wordMessages.howItWorks} />
        </Link>
      </p>
    </StatePanel>
  );
}

/** Unknown parts are left out: the steps stand without them. */
function Known({ facts }: FirstStepsProps): ReactNode {
  return <Steps facts={facts && use(facts).value} />;
}

function Steps({ facts }: { readonly facts: FirstRunFacts | undefined }): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const navigate = useNavigate();
  const { contacts = 0, days = 0, possibleFrom = "" } = facts ?? {};
  const ready = possibleFrom !== "" && possibleFrom <= dayOf(new Date(), timeZone);
  const next = contacts === 0 ? 1 : ready ? 3 : 2;
  const upload = (kind: ImportKind, primary: boolean, name: string): ReactNode => (
    <Button
      type={primary ? "primary" : "default"}
      aria-label={name}
      onClick={() => void navigate(paths.uploadOf(kind))}
    >
      <FormattedMessage {...wordMessages.uploadFile} />
    </Button>
  );
  return (
    <ol className={styles["steps"]}>
      <li className={styles["step"]}>
        <span className={styles["words"]}>
          <strong>
            <FormattedMessage {...wordMessages.uploadContacts} />
          </strong>
          <FormattedMessage {...messages.contactsText} />
        </span>
        {contacts > 0 && (
          <Tag color="success">
            <FormattedMessage {...messages.have} values={{ count: contacts }} />
          </Tag>
        )}
        <SampleButton kind="contacts" />
        {upload("contacts", next === 1, formatMessage(messages.uploadContacts))}
      </li>
      <li className={styles["step"]}>
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
        <SampleButton kind="engagement" />
        <Link to={paths.connections}>
          <FormattedMessage {...messages.connect} />
        </Link>
        {upload("engagement", next === 2, formatMessage(messages.uploadSendings))}
      </li>
      <li className={styles["step"]}>
        <span className={styles["words"]}>
          <strong>
            <FormattedMessage {...messages.scoring} />
          </strong>
          {ready ? (
            <FormattedMessage {...messages.scoringNow} />
          ) : possibleFrom === "" ? (
            <FormattedMessage {...messages.scoringText} />
          ) : (
            <FormattedMessage {...messages.scoringFrom} values={{ date: formatDay(possibleFrom) }} />
          )}
        </span>
        <Button type={next === 3 ? "primary" : "default"} onClick={() => void navigate(paths.scoringChannel)}>
          <FormattedMessage {...wordMessages.calculateScoring} />
        </Button>
      </li>
    </ol>
  );
}
