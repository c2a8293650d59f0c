import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import type { ReactNode } from "react";
import { Button } from "./Button";
import { Field, type FieldProps } from "./Field";
import { Icon } from "./Icon";
import styles from "./SearchForm.module.css";
import { wordsOf, type Words } from "./words";

interface SearchFormProps extends Omit<FieldProps, "onChange" | "onSubmit"> {
  /** The label of the button. */
  readonly action: Words;
  readonly busy: boolean;
  /** Another action of the page is more important. */
  readonly secondary?: boolean;
  readonly onChange: (typed: string) => void;
  readonly onSubmit: () => void;
}

/** A search form with a submit button: addresses are searched only on request. */
export function SearchForm({
  action,
  busy,
  secondary = false,
  onChange,
  onSubmit,
  ...field
}: SearchFormProps): ReactNode {
  return (
    <form
      role="search"
      className={styles["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field
        {...field}
        type="search"
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        type={secondary ? "default" : "primary"}
        size="large"
        htmlType="submit"
        loading={busy}
        icon={<Icon of={SearchOutlined} />}
      >
        <span className={styles["action"]}>{wordsOf(action)}</span>
      </Button>
    </form>
  );
}
