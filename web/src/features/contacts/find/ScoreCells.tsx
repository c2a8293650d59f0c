import CaretDownFilled from "@ant-design/icons-svg/es/asn/CaretDownFilled";
import CaretUpFilled from "@ant-design/icons-svg/es/asn/CaretUpFilled";
import { Suspense, use, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { FoundContact } from "../../../api/messages";
import type { Settled } from "../../../api/settled";
import { reasonMessages } from "../../../i18n/score-messages";
import { BANDS } from "../../../lib/bands";
import { formatDayMonth } from "../../../lib/dates";
import { REASONS } from "../../../lib/score-parts";
import { bandFill } from "../../../ui/charts/band-colors";
import { Icon } from "../../../ui/Icon";
import { NoValue } from "../../../ui/NoValue";
import styles from "./Find.module.css";
import { keyOf, type Details } from "./search";
import { activityMessages, scoreMessages as messages } from "./messages";

/** The report's reason for both kinds of groups is longer than a cell. */
const SHORT_REASONS = { ...reasonMessages, NOT_IN_GROUP: messages.notInGroup };

/** A score as a number and as steps of its band, or the reason for none. */
export function Score({ of: { score, reason } }: { readonly of: FoundContact }): ReactNode {
  if (score === undefined) {
    const known = REASONS.find((one) => one === reason);
    return (
      <span className="muted">
        <FormattedMessage {...(known ? SHORT_REASONS[known] : messages.notScored)} />
      </span>
    );
  }
  const at = BANDS.findIndex(({ max }) => score <= max);
  return (
    <span className={styles["score"]}>
      <svg width="45" height="12" aria-hidden focusable="false">
        {BANDS.map(({ key }, step) => (
          <rect
            key={key}
            x={step * 9 + 0.5}
            y="0.5"
            width="7"
            height="11"
            rx="1"
            {...(step <= at ? bandFill(at) : { fill: "none", stroke: "var(--color-border)" })}
          />
        ))}
      </svg>
      <span aria-hidden>{score}</span>
      <span className="visually-hidden">
        <FormattedMessage {...messages.score} values={{ score, min: BANDS[at]?.min, max: BANDS[at]?.max }} />
      </span>
    </span>
  );
}

/** The difference of a score to the result before. */
export function Change({ of: { change } }: { readonly of: FoundContact }): ReactNode {
  if (change === undefined) return <NoValue />;
  if (change === 0) return <FormattedMessage {...messages.same} />;
  return (
    <span className={styles["change"]}>
      <Icon of={change > 0 ? CaretUpFilled : CaretDownFilled} />
      <span className="visually-hidden">
        <FormattedMessage {...(change > 0 ? messages.up : messages.down)} />
      </span>{" "}
      {Math.abs(change)}
    </span>
  );
}

interface DeferredProps {
  readonly of: FoundContact;
  readonly details: Promise<Settled<Details>>;
  readonly children: (known: Partial<FoundContact>) => ReactNode;
}

/** A cell whose content loads after the contact. */
export function Deferred(props: DeferredProps): ReactNode {
  return (
    <Suspense fallback={<span className="muted">…</span>}>
      <Resolved {...props} />
    </Suspense>
  );
}

function Resolved({ of, details, children }: DeferredProps): ReactNode {
  const { value, fault } = use(details);
  return fault ? <FormattedMessage {...messages.detailsFailed} /> : children(value.get(keyOf(of)) ?? {});
}

/** The last activity of a contact. */
export function LastActivity({ of }: { readonly of: Partial<FoundContact> }): ReactNode {
  const { lastActivity: day = "", lastActivityType: type = "" } = of;
  if (day === "") return <NoValue />;
  const words = activityMessages[type];
  return (
    <>
      <span className="number">{formatDayMonth(day)}</span> {words && <FormattedMessage {...words} />}
    </>
  );
}

/** The first groups of a contact, and the number of the others. */
export function Groups({ of: { groups = [], groupCount = 0 } }: { readonly of: Partial<FoundContact> }): ReactNode {
  if (groups.length === 0) return <NoValue />;
  return [...groups, ...(groupCount > groups.length ? [`+${groupCount - groups.length}`] : [])].join(", ");
}
