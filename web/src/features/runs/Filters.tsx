import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { dayOf } from "../../lib/dates";
import { Button } from "../../ui/Button";
import { DateRange } from "../../ui/form/DateRange";
import { LabelledSelect } from "../../ui/LabelledSelect";
import { useMe } from "../session";
import { outcomeMessages, reasonMessages, runsMessages as messages } from "./messages";
import styles from "./Runs.module.css";
import { OUTCOMES, reasonsOf, type RunsView } from "./view";
import { wordMessages } from "../../i18n/word-messages";

interface FiltersProps {
  readonly view: RunsView;
  /** Receives the changes of the address. */
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
}

/** Filters of calculations: the calculated day, the outcome and, where it has several, the reason; all in the address. */
export function Filters({ view, onChange }: FiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  const all = formatMessage(messages.all);
  const { outcome, reason } = view;
  const reasons = reasonsOf(outcome);
  return (
    <div role="group" aria-label={formatMessage(messages.filters)} className={styles["filters"]}>
      <DateRange
        label={messages.day}
        all={all}
        value={view.days}
        today={dayOf(new Date(), timeZone)}
        onChange={(days) => onChange({ ...days })}
      />
      <LabelledSelect
        className={styles["filter"]}
        label={messages.outcome}
        value={outcome ?? ""}
        options={[
          { value: "", label: all },
          ...OUTCOMES.map((value) => ({ value, label: formatMessage(outcomeMessages[value]) })),
        ]}
        // A reason that the outcome does not have would match nothing.
        onChange={(value) => {
          const fits = reasonsOf(OUTCOMES.find((one) => one === value)).some((one) => one === reason);
          onChange({ outcome: value, ...(fits ? {} : { reason: undefined }) });
        }}
      />
      {(reason !== undefined || reasons.length > 1) && (
        <LabelledSelect
          className={styles["filter"]}
          label={wordMessages.reason}
          value={reason ?? ""}
          options={[
            { value: "", label: all },
            ...reasons.map((value) => ({ value, label: formatMessage(reasonMessages[value]) })),
          ]}
          onChange={(value) => onChange({ reason: value })}
        />
      )}
      {view.scoring !== undefined && (
        <span className="quiet">
          <FormattedMessage {...messages.one} />{" "}
          <Button label={messages.allScorings} type="link" size="small" onClick={() => onChange({ id: undefined })} />
        </span>
      )}
    </div>
  );
}
