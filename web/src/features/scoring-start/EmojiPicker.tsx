import { EmojiPicker as Picker } from "frimousse";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLanguageStore } from "../../i18n/language";
import styles from "./ChannelStartPage.module.css";
import { startMessages as messages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

interface EmojiPickerProps {
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** Scrolls the picker into view: on a phone it opens below the visible part. */
function bringIntoSight(picker: HTMLDivElement | null): void {
  picker?.scrollIntoView({ block: "nearest" });
}

/** Emoji by group and by name in the user's language. Their data are files of the product (emoji-plugin.ts). */
export function EmojiPicker({ onPick, onClose }: EmojiPickerProps): ReactNode {
  const { formatMessage } = useIntl();
  const language = useLanguageStore((state) => state.language);
  return (
    <Picker.Root
      ref={bringIntoSight}
      className={styles["picker"]}
      locale={language}
      emojibaseUrl="/emoji"
      columns={9}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Picker.Search
        className="control"
        autoFocus
        aria-label={formatMessage(messages.emojiSearch)}
        placeholder={formatMessage(messages.emojiSearch)}
      />
      <Picker.Viewport className={styles["viewport"] ?? ""}>
        <Picker.Empty>
          <FormattedMessage {...wordMessages.noMatch} />
        </Picker.Empty>
        <Picker.List
          components={{
            CategoryHeader: ({ category, ...rest }) => (
              <div {...rest} className={styles["category"]}>
                {category.label}
              </div>
            ),
            // Screen readers count rows and columns from 1, the library from 0.
            Row: ({ "aria-rowindex": row = 0, children, ...rest }) => (
              <div {...rest} aria-rowindex={row + 1}>
                {children}
              </div>
            ),
            Emoji: ({ emoji, "aria-colindex": column = 0, ...rest }) => (
              <button type="button" {...rest} {...{ "aria-colindex": column + 1 }} className={styles["one"]}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  );
}
