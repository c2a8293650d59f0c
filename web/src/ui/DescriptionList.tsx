import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../i18n/define-messages";
import styles from "./DescriptionList.module.css";

/** Names with their values beside them, on a phone below them. */
export function DescriptionList({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className={styles["list"]}>{children}</dl>;
}

/** A name and its value in a list of them. */
export function Described({ by, children }: { readonly by: Message; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt>
        <FormattedMessage {...by} />
      </dt>
      <dd>{children}</dd>
    </>
  );
}
