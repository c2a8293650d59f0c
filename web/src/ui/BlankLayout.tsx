import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Message } from "../i18n/define-messages";
import styles from "./BlankLayout.module.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { Logo } from "./Logo";
import { PageTitle } from "./PageTitle";
import { wordsOf, type Words } from "./words";

interface BlankLayoutProps {
  readonly title: Message;
  readonly lead?: Words;
  /** An aside, on a wide page beside the card. */
  readonly beside?: ReactNode;
  /** Links below the card. */
  readonly below?: ReactNode;
  /** Shown beside the languages. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  /** Without the card: the page renders its heading and all other content itself. */
  readonly bare?: boolean;
  /** It replaces another page without a change of address: its heading takes the focus. */
  readonly focus?: boolean;
  readonly children: ReactNode;
}

/** Layout of pages without the shell: a logo, the languages, and one card with the content. */
export function BlankLayout(props: BlankLayoutProps): ReactNode {
  const { title, lead, beside, below, actions, wide = false, bare = false, focus, children } = props;
  const name = useIntl().formatMessage(title);
  return (
    <div className={styles["page"]}>
      <PageTitle>{name}</PageTitle>
      <header className={styles["top"]}>
        <Logo />
        <div className={styles["actions"]}>
          <LanguageSwitch />
          {actions}
        </div>
      </header>
      <main className={styles["main"]}>
        {bare ? (
          children
        ) : (
          <div className={styles["card"]} data-wide={wide}>
            <div>
              <h1 className={styles["title"]} tabIndex={-1} ref={focus ? takeFocus : null}>
                {name}
              </h1>
              {lead !== undefined && <p className={styles["lead"]}>{wordsOf(lead)}</p>}
            </div>
            {children}
          </div>
        )}
        {beside}
        {below !== undefined && below !== false && <p className={styles["below"]}>{below}</p>}
      </main>
    </div>
  );
}

function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus();
}
