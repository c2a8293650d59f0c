import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber } from "react-intl";
import { BANDS } from "../../../lib/bands";
import { DataTable } from "../../../ui/DataTable";
import styles from "./Fluctuation.module.css";
import { sum, type Movement } from "./movement";
import { fluctuationMessages as messages } from "./messages";

/** From each band to each band, with those who came and went; both totals add up. The highest stand first. */
export function Matrix({ movement }: { readonly movement: Movement }): ReactNode {
  const { cells, entered, left, before, after } = movement;
  const order = BANDS.map(({ min, max }, band) => ({ band, name: `${min}–${max}` })).reverse();
  return (
    <div className={styles["matrix"]}>
      <DataTable caption={<FormattedMessage {...messages.matrix} />}>
        <thead>
          <tr>
            <td />
            {order.map(({ band, name }) => (
              <th key={band} scope="col" data-number>
                {name}
              </th>
            ))}
            <th scope="col" data-number>
              <FormattedMessage {...messages.left} />
            </th>
            <th scope="col" data-number>
              <FormattedMessage {...messages.total} />
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map(({ band: from, name }) => (
            <tr key={from}>
              <th scope="row">{name}</th>
              {order.map(({ band: to }) => (
                <Count key={to} value={cells[from]?.[to] ?? 0} same={from === to} />
              ))}
              <Count value={left[from] ?? 0} />
              <Count value={before[from] ?? 0} />
            </tr>
          ))}
          <tr>
            <th scope="row">
              <FormattedMessage {...messages.entered} />
            </th>
            {order.map(({ band }) => (
              <Count key={band} value={entered[band] ?? 0} />
            ))}
            <td />
            <Count value={sum(entered)} />
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <FormattedMessage {...messages.total} />
            </th>
            {order.map(({ band }) => (
              <Count key={band} value={after[band] ?? 0} />
            ))}
            <Count value={sum(left)} />
            <Count value={sum(before) + sum(entered)} />
          </tr>
        </tfoot>
      </DataTable>
    </div>
  );
}

function Count({ value, same = false }: { readonly value: number; readonly same?: boolean }): ReactNode {
  return (
    <td data-number data-same={same}>
      <FormattedNumber value={value} />
    </td>
  );
}
