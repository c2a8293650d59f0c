import { Select } from "antd";
import type { ReactNode } from "react";
import { hasWords } from "./has-words";
import type { ControlProps } from "../Field";
import { AntdScope } from "./AntdScope";
import styles from "./Form.module.css";

export interface SearchOption<V> {
  readonly value: V;
  readonly label: string;
  /** The reason for it not being selectable, shown after the label. */
  readonly taken?: string;
}

interface SearchSelectProps<V> extends Partial<ControlProps> {
  readonly value: V | undefined;
  readonly options: readonly SearchOption<V>[];
  /** As high as a text field. */
  readonly size?: "large";
  /** Whether the choice can be cleared. */
  readonly clearable?: boolean;
  readonly placeholder?: ReactNode;
  /** Shown instead of the options if none matches. */
  readonly nothing: ReactNode;
  readonly onOpen?: () => void;
  readonly onChange: (value: V | undefined) => void;
}

/** A select for a long list, searchable by any of the words of an option. */
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
