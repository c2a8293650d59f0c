import type { ReactNode } from "react";
import { I18nProvider } from "../i18n/I18nProvider";
import { PageSkeleton } from "../ui/PageSkeleton";
import styles from "./StartingPage.module.css";

/** Shown until the first page's data have arrived. */
export function StartingPage(): ReactNode {
  return (
    <I18nProvider>
      <main className={styles["main"]}>
        <PageSkeleton />
      </main>
    </I18nProvider>
  );
}
