import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { Hint } from "../ui/Hint";
import { isExternal, type MenuEntry } from "./external-menu";
import { menuIcon } from "./menu-icons";
import styles from "./Shell.module.css";

/** Entries of the side menu that the connected system gave; an entry with children is their heading. */
export function ExternalMenu({
  items,
  narrow,
}: {
  readonly items: readonly MenuEntry[];
  readonly narrow: boolean;
}): ReactNode {
  return items.map((item) => {
    const heading = item.children.length > 0;
    const id = `menu-${item.key}`;
    return (
      <div key={item.key}>
        {heading && (
          <p className={styles["group"]} id={id}>
            {item.label}
          </p>
        )}
        <ul className={styles["links"]} {...(heading ? { "aria-labelledby": id } : {})}>
          {(heading ? item.children : [item]).map((entry) => (
            <li key={entry.key}>
              {narrow ? (
                <Hint title={entry.label}>
                  <ExternalLink entry={entry} />
                </Hint>
              ) : (
                <ExternalLink entry={entry} />
              )}
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function ExternalLink({ entry, ...rest }: { readonly entry: MenuEntry }): ReactNode {
  const words = (
    <>
      {menuIcon(entry.icon)}
      <span className={styles["words"]}>{entry.label}</span>
    </>
  );
  if (entry.url === "") {
    return (
      <span className={styles["link"]} {...rest}>
        {words}
      </span>
    );
  }
  return isExternal(entry.url) ? (
    <a className={styles["link"]} href={entry.url} {...rest}>
      {words}
    </a>
  ) : (
    <NavLink className={styles["link"]} to={entry.url} {...rest}>
      {words}
    </NavLink>
  );
}
