import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import { Card } from "./Card";
import styles from "./PageSkeleton.module.css";
import { Skeleton } from "./Skeleton";

/** A placeholder for a page while its first data load, in the page's layout; invisible for the first 300 ms. */
export function PageSkeleton({ tiles = 0, rows = 6 }: { readonly tiles?: number; readonly rows?: number }): ReactNode {
  return (
    <div className={styles["page"]} aria-busy="true">
      <p className="visually-hidden" role="status">
        <FormattedMessage {...commonMessages.loading} />
      </p>
      <div aria-hidden className="stack roomy">
        <div className={styles["title"]} />
        {tiles > 0 && (
          <div className={styles["tiles"]}>
            {Array.from({ length: tiles }, (_, tile) => (
              <Card key={tile}>
                <Skeleton rows={2} />
              </Card>
            ))}
          </div>
        )}
        <Card>
          <Skeleton rows={rows} />
        </Card>
      </div>
    </div>
  );
}
