import CloseOutlined from "@ant-design/icons-svg/es/asn/CloseOutlined";
import { Icon } from "../../ui/Icon";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLocation } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { switchGuide } from "../../stores/preference-store";
import styles from "./GuidePanel.module.css";
import { guideMessages } from "./messages";
import { stepsFor } from "./steps";
import { Button } from "../../ui/Button";
import { wordMessages } from "../../i18n/word-messages";

/** Explains the open page step by step, from a panel above it that covers none of it. */
export function GuidePanel(): ReactNode {
  const { formatMessage } = useIntl();
  const { pathname } = useLocation();
  const steps = stepsFor(pathname);
  const [shown, setShown] = useState({ pathname, at: 0 });
  // Another page starts at its own first step.
  const at = shown.pathname === pathname ? Math.min(shown.at, steps.length - 1) : 0;
  const step = steps[at];
  if (!step) return null;
  const go = (to: number): void => setShown({ pathname, at: to });
  const off = (): void => {
    switchGuide(false);
    document.querySelector<HTMLElement>('[data-guide="guide"]')?.focus();
  };
  return (
    <aside className={styles["panel"]} data-screen aria-label={formatMessage(guideMessages.name)}>
      {step.target !== undefined && (
        <style>{`[data-guide="${step.target}"] { outline: 2px solid var(--color-primary); outline-offset: -2px; border-radius: 6px; }`}</style>
      )}
      <div className={styles["words"]} aria-live="polite">
        <p className={styles["count"]}>
          <FormattedMessage {...guideMessages.count} values={{ step: at + 1, total: steps.length }} />
        </p>
        <h2 className={styles["title"]}>
          <FormattedMessage {...step.title} />
        </h2>
        <p className="muted">
          <FormattedMessage {...step.text} />
        </p>
      </div>
      <Button label={guideMessages.previous} disabled={at === 0} onClick={() => go(at - 1)} />
      {at < steps.length - 1 ? (
        <Button label={wordMessages.next} type="primary" onClick={() => go(at + 1)} />
      ) : (
        <Button label={commonMessages.close} type="primary" onClick={off} />
      )}
      <Button
        type="text"
        size="small"
        icon={<Icon of={CloseOutlined} />}
        aria-label={formatMessage(guideMessages.off)}
        onClick={off}
      />
    </aside>
  );
}
