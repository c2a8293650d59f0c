import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../lib/channel";
import { channelMessages } from "../../i18n/common-messages";
import { useDatabaseName } from "../../stores/database-store";
import { CheckList } from "../../ui/CheckList";
import { Segmented } from "../../ui/Segmented";
import { LabelledSelect } from "../../ui/LabelledSelect";
import { useShow } from "../../ui/use-show";
import { sendingsMessages as messages } from "./messages";
import styles from "./Sendings.module.css";
import { categoriesOf, NO_CATEGORY, type SendingsView } from "./view";
import { typeMessages } from "../../i18n/score-messages";
import { wordMessages } from "../../i18n/word-messages";

interface FiltersProps {
  readonly view: SendingsView;
  readonly databases: readonly string[];
  /** Before the others: the choice of days. */
  readonly children?: ReactNode;
}

/** Filters of the counts: channel, type of communication, databases; all in the address. */
export function Filters({ view, databases, children }: FiltersProps): ReactNode {
  const nameOf = useDatabaseName();
  const { formatMessage } = useIntl();
  const change = useShow({});
  const show = (some: Readonly<Record<string, string | readonly string[] | undefined>>): void =>
    change({ page: undefined, ...some });
  const all = formatMessage(wordMessages.all);
  return (
    <div role="group" aria-label={formatMessage(messages.filters)} className={styles["filters"]}>
      {children}
      <Segmented<MessageChannel | "all">
        aria-label={formatMessage(wordMessages.channel)}
        value={view.channel ?? "all"}
        options={[
          { value: "all", label: all },
          ...MESSAGE_CHANNELS.map((value) => ({ value, label: formatMessage(channelMessages[value]) })),
        ]}
        onChange={(channel) =>
          show({
            scoringType: channel === "all" ? undefined : channel,
            // A type that the channel does not have would match nothing.
            category:
              channel === "all" || categoriesOf(channel).includes(view.category ?? "") ? view.category : undefined,
          })
        }
      />
      <LabelledSelect
        label={messages.category}
        value={view.category ?? ""}
        options={[
          { value: "", label: all },
          ...categoriesOf(view.channel).map((value) => ({ value, label: categoryName(value, formatMessage) })),
        ]}
        onChange={(category) => show({ category })}
      />
      {databases.length > 1 && (
        <CheckList
          name={formatMessage(wordMessages.database)}
          all={all}
          options={databases.map((uid) => ({ value: uid, label: nameOf(uid) }))}
          values={view.uids}
          onChange={(uids) => show({ uids })}
        />
      )}
    </div>
  );
}

/** The name of a category; an unknown one has its own name. */
export function categoryName(category: string, formatMessage: ReturnType<typeof useIntl>["formatMessage"]): string {
  if (category === NO_CATEGORY || category === "") return formatMessage(messages.noCategory);
  const known = typeMessages[category];
  return known ? formatMessage(known) : category;
}
