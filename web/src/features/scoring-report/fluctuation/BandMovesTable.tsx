import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { BANDS } from "../../../lib/bands";
import { Tag } from "../../../ui/Tag";
import styles from "./Fluctuation.module.css";
import { movesOf, type Movement } from "./movement";
import { fluctuationMessages as messages } from "./messages";

/** For each band the numbers of contacts that moved up, stayed and moved down: the short form for phones. */
export function BandMovesList({ movement }: { readonly movement: Movement }): ReactNode {
  return (
    <ul className={styles["moves"]}>
      {movesOf(movement).map(({ band, before, up, same, down, left }) => (
        <li key={band}>
          <p className={styles["band"]}>
            <strong>{`${BANDS[band]?.min ?? ""}–${BANDS[band]?.max ?? ""}`}</strong>
            <Tag>
              <FormattedNumber value={before} />
            </Tag>
          </p>
          <dl>
            {band < BANDS.length - 1 && <Line name={messages.up} count={up} />}
            <Line name={messages.same} count={same} />
            {band > 0 && <Line name={messages.down} count={down} />}
            {left > 0 && <Line name={messages.left} count={left} />}
          </dl>
        </li>
      ))}
    </ul>
  );
}

interface LineProps {
  readonly name: (typeof messages)["up"];
  readonly count: number;
}

function Line({ name, count }: LineProps): ReactNode {
  return (
    <div>
      <dt>
        <FormattedMessage {...name} />
      </dt>
      <dd className="number">
        <FormattedNumber value={count} />
      </dd>
    </div>
  );
}
