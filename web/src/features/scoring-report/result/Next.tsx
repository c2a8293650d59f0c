import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { bandMessages } from "../../../i18n/common-messages";
import type { BandKey } from "../../../lib/bands";
import { Card } from "../../../ui/Card";
import { useFrame } from "../report/use-report";
import { AddToGroupButton } from "../groups/AddToGroupButton";
import { openMessages } from "../report/messages";
import { nextMessages as messages } from "./messages";
import type { BandRow } from "../model/bands";
import styles from "./Next.module.css";

/** Next steps with the result: a group of the most engaged contacts, and one of the least engaged. */
export function Next({ rows }: { readonly rows: readonly BandRow[] }): ReactNode {
  const { view } = useFrame();
  // Visitors that are not contacts cannot join a group.
  if (view.userFilter === "unknown") return null;
  const step = (band: BandKey, words: (typeof messages)["engaged"]): ReactNode => {
    const row = rows.find(({ key }) => key === band);
    // Only visitors who are contacts can be sent anything.
    const count = row?.known ?? row?.count ?? 0;
    return (
      count > 0 && (
        <p className={styles["step"]}>
          <FormattedMessage {...words} values={{ count }} />
          <AddToGroupButton selected={{ kind: "bands", bands: [band] }} size="small">
            <FormattedMessage {...openMessages.open} />
            <span className="visually-hidden">
              {": "}
              <FormattedMessage {...bandMessages[band]} />
            </span>
          </AddToGroupButton>
        </p>
      )
    );
  };
  const steps = [step("veryHigh", messages.engaged), step("veryLow", messages.dormant)];
  if (steps.every((one) => one === false)) return null;
  return (
    <div data-screen>
      <Card title={messages.next} description={rows[0]?.known !== undefined && messages.known}>
        {steps[0]}
        {steps[1]}
      </Card>
    </div>
  );
}
