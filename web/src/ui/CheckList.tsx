import DownOutlined from "@ant-design/icons-svg/es/asn/DownOutlined";
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "./Button";
import styles from "./CheckList.module.css";
import { Icon } from "./Icon";
import { useOwn } from "./use-own";

interface CheckListProps {
  /** The accessible name of the list. */
  readonly name: string;
  /** The label of the button: the current selection. */
  readonly children: ReactNode;
  /** The option for no limit; it is ticked while no other is. */
  readonly all: ReactNode;
  readonly options: readonly { readonly value: string; readonly label: ReactNode; readonly aside?: ReactNode }[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** A multiple choice, behind a button. Escape returns to the button; Tab and a click outside close the list. */
export function CheckList({ name, children, all, options, values, onChange }: CheckListProps): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [chosen, choose] = useOwn(values);
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const left = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const change = (next: readonly string[]): void => {
    choose(next);
    onChange(next);
  };
  const toggle = (value: string): void => {
    const next = options.map((option) => option.value).filter((one) => (one === value) !== chosen.includes(one));
    // All options together are no limit.
    change(next.length === options.length ? [] : next);
  };
  return (
    // The list handles the keys of the button and the boxes.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles["around"]} onKeyDown={keys} onBlur={left}>
      <Button ref={button} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {children} <Icon of={DownOutlined} />
      </Button>
      {open && (
        // It takes the focus on a click beside a box, so that it stays open.
        <div id={id} role="group" aria-label={name} className={styles["list"]} tabIndex={-1}>
          <label className={styles["entry"]}>
            <input type="checkbox" checked={chosen.length === 0} onChange={() => change([])} />
            {all}
          </label>
          {options.map(({ value, label, aside }) => (
            <label key={value} className={styles["entry"]}>
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
              <span>{label}</span>
              {aside !== undefined && <span className={`number ${styles["aside"]}`}>{aside}</span>}
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
