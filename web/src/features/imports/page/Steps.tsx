import CheckOutlined from "@ant-design/icons-svg/es/asn/CheckOutlined";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { paths } from "../../../lib/paths";
import { Icon } from "../../../ui/Icon";
import { PageLink } from "../../../ui/PageLink";
import { useImportState } from "../import-context";
import { STEPS, type Step } from "../model/steps";
import { pageMessages as messages, stepMessages } from "./messages";
import styles from "./Steps.module.css";

/** The present step, and a link back to the columns. */
export function Steps({ at }: { readonly at: Step }): ReactNode {
  const { formatMessage } = useIntl();
  const id = useImportState(({ item }) => item.id);
  const now = STEPS.indexOf(at);
  return (
    <nav aria-label={formatMessage(messages.name)}>
      <ol className={styles["steps"]}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={styles["step"]}
            data-done={index < now}
            {...(step === at && { "aria-current": "step" })}
          >
            <span className={styles["number"]} aria-hidden>
              {index < now ? <Icon of={CheckOutlined} /> : <FormattedNumber value={index + 1} />}
            </span>
            {step === "columns" && at === "check" ? (
              <PageLink label={stepMessages[step]} to={paths.import(id, "columns")} />
            ) : (
              <FormattedMessage {...stepMessages[step]} />
            )}
            {index < now && (
              <span className="visually-hidden">
                <FormattedMessage {...messages.done} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
