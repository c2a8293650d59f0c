import { useEffect, useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Notice } from "../../../ui/Notice";
import styles from "../Connections.module.css";
import { webMessages as messages } from "../messages";

/** After this time something is probably wrong. */
const PATIENCE_MS = 120_000;

/** Shown until the first event: a pulse, and after two minutes the possible causes. */
export function Waiting({ name }: { readonly name: string }): ReactNode {
  const [late, setLate] = useState(false);
  // A timer.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="stack">
      <p className={styles["pulse"]} role="status">
        <FormattedMessage {...messages.waiting} values={{ name }} />
      </p>
      <p className="quiet">
        <FormattedMessage {...messages.next} />
      </p>
      {late && <Notice type="info" role="status" title={messages.hint} />}
    </div>
  );
}
