import CheckOutlined from "@ant-design/icons-svg/es/asn/CheckOutlined";
import DownOutlined from "@ant-design/icons-svg/es/asn/DownOutlined";
import { useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { paths } from "../../../lib/paths";
import { Icon } from "../../../ui/Icon";
import { useDraft } from "../editor-context";
import { ENTERING } from "../entering";
import { editorMessages as messages, stepMessages } from "../messages";
import { hasReached, isDone, stepOf, stepsOf, type Step } from "../model/steps";
import styles from "./Stepper.module.css";
import { usePage } from "./navigation";

/** The steps of the editor: reached ones are links. On a narrow screen the list opens under the present step. */
export function Stepper(): ReactNode {
  const { formatMessage } = useIntl();
  const [draft] = useDraft();
  const page = usePage();
  const id = useId();
  const [open, setOpen] = useState(false);
  const present = stepOf(draft, page);
  return (
    <nav aria-label={formatMessage(messages.steps)} className={styles["nav"]}>
      <button
        type="button"
        className={styles["toggle"]}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <FormattedMessage {...messages.toStep} />
        {present && (
          <span className={styles["present"]} aria-hidden>
            <span className={styles["mark"]}>{present.number}</span>
            <FormattedMessage {...stepMessages[present.name]} />
          </span>
        )}
        <Icon of={DownOutlined} />
      </button>
      <ol id={id} className={styles["list"]} data-open={open}>
        {stepsOf(draft).map((step) => (
          <li key={step.name} className={styles["step"]}>
            <Way step={step} present={step.number === present?.number} onTaken={() => setOpen(false)} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface WayProps {
  readonly step: Step;
  readonly present: boolean;
  readonly onTaken: () => void;
}

/** One step: the present one, a link, or an unreached name. A step without pages for this scoring is skipped. */
function Way({ step, present, onTaken }: WayProps): ReactNode {
  const [draft] = useDraft();
  const done = !present && isDone(draft, step);
  const words = (
    <>
      <span className={styles["mark"]} data-done={done}>
        {done ? <Icon of={CheckOutlined} /> : step.number}
      </span>
      <FormattedMessage {...stepMessages[step.name]} />
      {done && (
        <span className="visually-hidden">
          {" "}
          <FormattedMessage {...messages.done} />
        </span>
      )}
    </>
  );
  const [first] = step.pages;
  if (present) {
    return (
      <span className={styles["way"]} aria-current="step">
        {words}
      </span>
    );
  }
  if (first === undefined || !hasReached(draft, step)) {
    return (
      <span className={styles["way"]} data-ahead>
        {words}
      </span>
    );
  }
  return (
    <Link className={styles["way"]} to={paths.edit(first, draft.id)} state={ENTERING} onClick={onTaken}>
      {words}
    </Link>
  );
}
