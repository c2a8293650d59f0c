import { EmojiPicker as Picker } from "frimousse";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLanguageStore } from "../../i18n/language";
import styles from "./ChannelStartPage.module.css";
import { startMessages as messages } from "./messages";

interface EmojiPickerProps {
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** Emoji by group and by name in the person's language. Their data are files of the product (emoji-plugin.ts). */
export function EmojiPicker({ onPick, onClose }: EmojiPickerProps): ReactNode {
  const { formatMessage } = useIntl();
  const language = useLanguageStore((state) => state.language);
  return (
    <Picker.Root
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
        autoFocus
        aria-label={formatMessage(messages.emojiSearch)}
        placeholder={formatMessage(messages.emojiSearch)}
      />
      <Picker.Viewport className={styles["viewport"] ?? ""}>
        <Picker.Empty>
          <FormattedMessage {...messages.emojiNone} />
        </Picker.Empty>
        <Picker.List
          components={{
            CategoryHeader: ({ category, ...rest }) => (
              <div {...rest} className={styles["category"]}>
                {category.label}
              </div>
            ),
            Emoji: ({ emoji, ...rest }) => (
              <button type="button" {...rest} className={styles["one"]}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </Picker.Viewport>
    </Picker.Root>
  );
}
