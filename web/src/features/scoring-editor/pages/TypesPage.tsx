import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { componentMessages, typeMessages } from "../../../i18n/score-messages";
import type { MessageChannel } from "../../../lib/channel";
import { RATES } from "../../../lib/score-parts";
import { Card } from "../../../ui/Card";
import { Checkbox } from "../../../ui/Checkbox";
import { useDraft, useEditor, useReadOnly } from "../editor-context";
import { usePage } from "../frame/navigation";
import { StepFrame } from "../frame/StepFrame";
import { categoriesOf, sharesIn, sumOf, switchType, weightsOfType, withShares } from "../model/shares";
import { channelOf } from "../model/steps";
import styles from "./Pages.module.css";
import { exampleMessages, stepPageMessages as messages } from "./messages";

export { TypesPage as Component };

/** The message types of one channel. */
function TypesPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { data } = useEditor();
  const [draft, change] = useDraft();
  const channel = channelOf(usePage()) ?? "mailing";
  const categories = categoriesOf(channel, data.constants);
  const shares = sharesIn(draft, channel);
  const readOnly = useReadOnly();
  // Shares that types had when they were switched off here: shown beside them, and restored with them.
  const [freed, setFreed] = useState<Readonly<Record<string, number>>>({});
  const toggle = (type: string, on: boolean): void => {
    if (!on) setFreed({ ...freed, [type]: shares.shares[categories.indexOf(type)] ?? 0 });
    change(withShares(draft, channel, switchType(draft, channel, data.constants, type, on, freed[type] ?? 0)));
  };
  // An even split leaves no share open.
  const open = sumOf(shares) < 100;
  return (
    <StepFrame lead={messages.typesLead} problem={shares.types.length === 0 && messages.typeMissing}>
      {(tried) => (
        <Card>
          <fieldset className={styles["choices"]}>
            <legend className="visually-hidden">{formatMessage(messages.types)}</legend>
            {categories.map((type) => (
              <TypeRow
                key={type}
                channel={channel}
                type={type}
                checked={shares.types.includes(type)}
                invalid={tried && shares.types.length === 0}
                disabled={readOnly}
                freed={open ? (freed[type] ?? 0) : 0}
                onChange={(on) => toggle(type, on)}
              />
            ))}
          </fieldset>
        </Card>
      )}
    </StepFrame>
  );
}

interface TypeRowProps {
  readonly channel: MessageChannel;
  readonly type: string;
  readonly checked: boolean;
  readonly invalid: boolean;
  readonly disabled: boolean;
  /** Its former share, in percent. */
  readonly freed: number;
  readonly onChange: (on: boolean) => void;
}

function TypeRow({ channel, type, checked, invalid, disabled, freed, onChange }: TypeRowProps): ReactNode {
  const name = typeMessages[type];
  const example = exampleMessages[`${channel}.${type}`];
  return (
    <div className={styles["choice"]}>
      <Checkbox
        checked={checked}
        disabled={disabled}
        {...(invalid ? { "aria-invalid": true } : {})}
        onChange={onChange}
      >
        <span className={styles["choiceName"]}>{name ? <FormattedMessage {...name} /> : type}</span>
        {example && (
          <span className={styles["choiceText"]}>
            <FormattedMessage {...example} />
          </span>
        )}
      </Checkbox>
      <DefaultWeights channel={channel} type={type} />
      {!checked && freed > 0 && (
        <p role="status" className={styles["freed"]}>
          <FormattedMessage {...messages.typeFreed} values={{ share: freed }} />
        </p>
      )}
    </div>
  );
}

/** The default weights of a type as one bar. */
function DefaultWeights({ channel, type }: Pick<TypeRowProps, "channel" | "type">): ReactNode {
  const { formatMessage, formatNumber } = useIntl();
  const { data } = useEditor();
  const weights = weightsOfType(channel, type, data.constants);
  const parts = RATES.flatMap((rate) => {
    const weight = weights[rate];
    return weight ? [{ rate, weight, name: formatMessage(componentMessages[rate]) }] : [];
  });
  const words = parts.map(({ name, weight }) => `${name} ${formatNumber(weight / 100, { style: "percent" })}`);
  return (
    <div className={styles["weights"]}>
      <div
        role="img"
        aria-label={formatMessage(messages.typeWeights, { weights: words.join(", ") })}
        className={styles["weightBar"]}
      >
        {parts.map(({ rate, weight }) => (
          <span key={rate} data-rate={rate} style={{ width: `${weight}%` }} />
        ))}
      </div>
      <ul aria-hidden className={styles["weightWords"]}>
        {parts.map(({ rate }, at) => (
          <li key={rate} data-rate={rate}>
            {words[at]}
          </li>
        ))}
      </ul>
    </div>
  );
}
