import MoreOutlined from "@ant-design/icons-svg/es/asn/MoreOutlined";
import {
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "./Button";
import { Icon } from "./Icon";
import styles from "./Menu.module.css";

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Whether this entry is the selected one of several. */
  readonly chosen?: boolean;
  readonly onClick: () => void;
}

export interface MenuGroup {
  readonly key: string;
  /** The heading of the entries; without one the group is only separated. */
  readonly label?: string;
  readonly entries: readonly MenuEntry[];
}

interface MenuProps {
  readonly name: string;
  readonly groups: readonly MenuGroup[];
  /** How the button looks, if it is more than text. */
  readonly button?: Pick<ComponentProps<typeof Button>, "type" | "icon" | "loading">;
  /** The content of the button, by default three dots. */
  readonly children?: ReactNode;
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The distance between the button and the menu, in pixels. */
const GAP = 4;

/** Places a menu below a button, or above it if there is more room, on top of anything that would clip it. */
function place(menu: HTMLElement, button: HTMLElement): void {
  menu.showPopover();
  const { top, right, bottom } = button.getBoundingClientRect();
  const fits = bottom + GAP + menu.offsetHeight <= window.innerHeight;
  menu.style.top = `${fits ? bottom + GAP : Math.max(GAP, top - GAP - menu.offsetHeight)}px`;
  menu.style.left = `${Math.max(GAP, right - menu.offsetWidth)}px`;
}

/**
 * A button and the menu that it opens. Escape and choosing return to the button; Tab, a click outside and scrolling
 * close it.
 */
export function Menu({ name, groups, button: look, children }: MenuProps): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
  const show = (): void => {
    flushSync(() => setOpen(true));
    if (list.current && button.current) place(list.current, button.current);
    items()[0]?.focus();
    window.addEventListener("scroll", () => setOpen(false), { once: true, passive: true });
  };
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Escape") close();
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    if (!open) show();
    const all = items();
    all[step(all.indexOf(document.activeElement as HTMLElement), all.length - 1)]?.focus();
  };
  const left = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // The menu handles the keys of the button and the entries.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={keys} onBlur={left}>
      <Button
        ref={button}
        type="text"
        {...look}
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open ? { "aria-controls": id } : {})}
        onClick={() => (open ? close() : show())}
      >
        {children ?? (
          <>
            <Icon of={MoreOutlined} />
            <span className="visually-hidden">{name}</span>
          </>
        )}
      </Button>
      {open && (
        <div ref={list} id={id} role="menu" popover="manual" aria-label={name} tabIndex={-1} className={styles["menu"]}>
          {groups.map((group) => (
            <Group key={group.key} group={group} onChosen={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function Group({ group, onChosen }: { readonly group: MenuGroup; readonly onChosen: () => void }): ReactNode {
  const id = useId();
  return (
    <div role="group" className={styles["group"]} {...(group.label === undefined ? {} : { "aria-labelledby": id })}>
      {group.label !== undefined && (
        <div id={id} className={styles["label"]}>
          {group.label}
        </div>
      )}
      {group.entries.map(({ key, label, icon, chosen, onClick }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={styles["entry"]}
          {...(chosen === undefined
            ? { role: "menuitem" as const }
            : { role: "menuitemradio" as const, "aria-checked": chosen })}
          onClick={() => {
            onChosen();
            onClick();
          }}
        >
          {icon}
          {label}
        </button>
      ))}
    </div>
  );
}
