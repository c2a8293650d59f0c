import CaretDownFilled from "@ant-design/icons-svg/es/asn/CaretDownFilled";
import CaretUpFilled from "@ant-design/icons-svg/es/asn/CaretUpFilled";
import type { ReactNode } from "react";
import { Icon } from "./Icon";
import styles from "./SortHeader.module.css";

interface SortHeaderProps {
  /** Undefined while the table stands in another order. */
  readonly order: "ascending" | "descending" | undefined;
  readonly onSort: () => void;
  readonly children: ReactNode;
}

/** Head of a column that the table can be ordered by. */
export function SortHeader({ order, onSort, children }: SortHeaderProps): ReactNode {
  return (
    <th scope="col" aria-sort={order ?? "none"}>
      <button type="button" className={styles["sort"]} data-order={order} onClick={onSort}>
        {children}
        <Icon of={order === "descending" ? CaretDownFilled : CaretUpFilled} className={styles["arrow"] ?? ""} />
      </button>
    </th>
  );
}
