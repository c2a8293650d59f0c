import { Select } from "antd";
import type { ReactNode } from "react";
import { hasWords } from "./has-words";
import type { ControlProps } from "../Field";
import { AntdScope } from "./AntdScope";
import styles from "./Form.module.css";

export interface SearchOption<V> {
  readonly value: V;
  readonly label: string;
  /** Behind the label: why it cannot be chosen. */
  readonly taken?: string;
}

interface SearchSelectProps<V> extends Partial<ControlProps> {
  readonly value: V | undefined;
  readonly options: readonly SearchOption<V>[];
  /** As tall as a text field. */
  readonly size?: "large";
  /** Nothing may be chosen too. */
  readonly clearable?: boolean;
  readonly placeholder?: ReactNode;
  /** In place of the options when none fits. */
  readonly nothing: ReactNode;
  readonly onOpen?: () => void;
  readonly onChange: (value: V | undefined) => void;
}

/** One of a long list, found by any of its words. */
export function SearchSelect<V extends string | number>(props: SearchSelectProps<V>): ReactNode {
  const { options, clearable = false, nothing, onOpen, onChange, ...select } = props;
  return (
    <AntdScope>
      <Select<V, SearchOption<V> & { disabled: boolean }>
        {...select}
        className={styles["wide"] ?? ""}
        allowClear={clearable}
        notFoundContent={nothing}
        showSearch={{ filterOption: (typed, option) => hasWords(option?.label ?? "", typed) }}
        options={options.map((option) => ({ ...option, disabled: option.taken !== undefined }))}
        optionRender={({ data }) => (
          <span className={styles["option"]}>
            {data.label}
            {data.taken !== undefined && <small> – {data.taken}</small>}
          </span>
        )}
        {...(select["aria-invalid"] ? { status: "error" as const } : {})}
        onOpenChange={() => onOpen?.()}
        onChange={onChange}
      />
    </AntdScope>
  );
}
