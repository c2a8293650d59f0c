import { lazyPart } from "../../ui/lazy-part";
import styles from "./SettingsPage.module.css";

const coming = <div className={styles["coming"]} />;

/** The time picker, which the text of the page does not wait for. */
export const TimeOfDay = lazyPart(async () => (await import("../../ui/form/TimeOfDay")).TimeOfDay, coming);

/** The searchable select, which the text of the page does not wait for. */
export const SearchSelect = lazyPart(
  async () => (await import("../../ui/form/SearchSelect")).SearchSelect<string>,
  coming,
);
