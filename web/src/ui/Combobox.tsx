import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import styles from "./Combobox.module.css";
import { Field } from "./Field";

export interface ComboboxOption {
  readonly key: string;
  readonly label: string;
  /** Shown at the right of the label. */
  readonly detail: string;
}

interface ComboboxProps {
  readonly label: ReactNode;
  /** Shown while the field is empty. */
  readonly placeholder?: string;
  readonly value: string;
  /** The options that match the typed text, best first. */
  readonly options: readonly ComboboxOption[];
  readonly error?: string | undefined;
  readonly extra?: ReactNode;
  readonly maxLength: number;
  readonly onType: (text: string) => void;
  readonly onPick: (option: ComboboxOption) => void;
}

/** The most options shown; the others are found by typing more. */
const SHOWN = 50;

/**
 * A text field with suggestions below it. The typed text is used as is unless a suggestion is chosen. The list is in
 * the normal flow of the page, so that it is never clipped.
 */
export function Combobox({ options, onType, onPick, ...field }: ComboboxProps): ReactNode {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const shown = options.slice(0, SHOWN);
  const visible = open && shown.length > 0;
  const close = (): void => {
    setOpen(false);
    setAt(-1);
  };
  const go = (to: number): void => {
    setOpen(true);
    setAt(to);
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
  };
  const pick = (option: ComboboxOption): void => {
    onPick(option);
    close();
  };
  const keys = (event: KeyboardEvent): void => {
    const last = shown.length - 1;
    if (event.key === "ArrowDown") go(at >= last ? 0 : at + 1);
    else if (event.key === "ArrowUp") go(at <= 0 ? last : at - 1);
    else if (event.key === "Enter" && visible && shown[at]) pick(shown[at]);
    // The surrounding dialog stays open: the first Escape closes the list.
    else if (event.key === "Escape" && visible) {
      close();
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  return (
    // Leaving the field closes the list.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <Field
        {...field}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={visible}
        {...(visible ? { "aria-controls": id } : {})}
        {...(visible && at >= 0 ? { "aria-activedescendant": `${id}-${at}` } : {})}
        onChange={(event) => {
          onType(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={keys}
      />
      {visible && (
        <div>
          <div
            ref={list}
            id={id}
            role="listbox"
            aria-label={typeof field.label === "string" ? field.label : undefined}
            className={styles["list"]}
          >
            {shown.map((option, index) => (
              // The field handles the keys, because it keeps the focus.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className={styles["option"]}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(option)}
              >
                <span>{option.label}</span>
                <span>{option.detail}</span>
              </div>
            ))}
          </div>
          {options.length > SHOWN && (
            <p className={styles["more"]}>
              <FormattedMessage {...commonMessages.moreOptions} values={{ count: options.length - SHOWN }} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}
