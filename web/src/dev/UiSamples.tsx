import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Card } from "../ui/Card";
import { PageHeader } from "../ui/PageHeader";
import { samplesIn } from "./samples";
import styles from "./UiSamples.module.css";

export { UiSamples as Component };

/** Every part of `ui` in its states; for developers, in the chosen language and colours. */
function UiSamples(): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <>
      <PageHeader title="ui" />
      <div className="stack">
        {samplesIn(formatMessage).map(({ name, states }) => (
          <Card key={name} title={name}>
            <div className={styles["states"]}>
              {states.map(({ state, part }) => (
                <div key={state} className={styles["state"]}>
                  <p>{state}</p>
                  <div>{part}</div>
                </div>
              ))}
            </div>
          </Card>
        ))}
      </div>
    </>
  );
}
