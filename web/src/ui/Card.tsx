import { useId, type ReactNode } from "react";
import styles from "./Card.module.css";
import { wordsOf, type Words } from "./words";

interface CardProps {
  /** The target of links on the page. */
  readonly id?: string;
  /** The heading of the section; without one the card is a plain surface. */
  readonly title?: Words;
  readonly description?: Words;
  readonly extra?: ReactNode;
  /** Tables extend to the card's edge. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A surface for one topic. */
export function Card({ id: anchor, title, description, extra, flush = false, children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section id={anchor} className={styles["card"]} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header className={styles["head"]}>
          <div>
            <h2 id={id} className={styles["title"]}>
              {wordsOf(title)}
            </h2>
            {description !== undefined && <p className={styles["description"]}>{wordsOf(description)}</p>}
          </div>
          {extra}
        </header>
      )}
      <div className={styles["body"]} data-flush={flush} data-headless={title === undefined}>
        {children}
      </div>
    </section>
  );
}
