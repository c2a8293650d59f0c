import DownOutlined from "@ant-design/icons-svg/es/asn/DownOutlined";
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "./Button";
import styles from "./CheckList.module.css";
import { Icon } from "./Icon";
import { useOwn } from "./use-own";

interface CheckListProps {
  /** The label, and the accessible name of the list. */
  readonly name: string;
  /** The option for no limit; it is ticked while no other is. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly aside?: ReactNode }[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** The distance between the list and the edge of the window, in pixels. */
const EDGE = 12;

/** A multiple choice, behind a button like a select. Escape returns to it; Tab and a click outside close the list. */
export function CheckList({ name, all, options, values, onChange }: CheckListProps): ReactNode {
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
  // A value without an option still limits.
  const words = chosen.map((one) => options.find(({ value }) => value === one)?.label ?? one).join(", ");
  return (
    // The list handles the keys of the button and the boxes.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles["around"]} onKeyDown={keys} onBlur={left}>
      <span id={`${id}-name`} className="quiet">
        {name}
      </span>
      <div className={styles["place"]}>
        <Button
          ref={button}
          id={`${id}-button`}
          className={styles["button"] ?? ""}
          aria-labelledby={`${id}-name ${id}-button`}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {words || all} <Icon of={DownOutlined} />
        </Button>
        {open && (
          // It takes the focus on a click beside a box, so that it stays open.
          <div ref={keepInView} id={id} role="group" aria-label={name} className={styles["list"]} tabIndex={-1}>
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
    </div>
  );
}

/** Moves a list to the left as far as it would extend over the edge of the window. */
function keepInView(list: HTMLElement | null): void {
  const over = (list?.getBoundingClientRect().right ?? 0) - document.documentElement.clientWidth + EDGE;
  if (list && over > 0) list.style.left = `${-over}px`;
}
