import SmileOutlined from "@ant-design/icons-svg/es/asn/SmileOutlined";
import { useRef, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../../i18n/define-messages";
import { lengthOf, NAME_MAX } from "../../i18n/scoring-name";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazy-part";
import styles from "./ChannelStartPage.module.css";
import { startMessages as messages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

const EmojiPicker = lazyPart(async () => (await import("./EmojiPicker")).EmojiPicker);

interface NameFieldProps {
  readonly value: string;
  readonly error: Message | undefined;
  readonly onChange: (value: string) => void;
}

/** The scoring's name with its length; an emoji is appended. */
export function NameField({ value, error, onChange }: NameFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className={styles["name"]}>
      <Field
        label={wordMessages.name}
        value={value}
        error={error && formatMessage(error)}
        maxLength={NAME_MAX * 2}
        autoComplete="off"
        extra={
          <span className={styles["count"]}>
            <FormattedMessage {...messages.count} values={{ count: lengthOf(value), max: NAME_MAX }} />
          </span>
        }
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
      {/* Leaving the picker closes it. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles["emoji"]}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
        }}
      >
        <Button
          ref={button}
          aria-label={formatMessage(messages.emoji)}
          aria-expanded={open}
          icon={<Icon of={SmileOutlined} />}
          onClick={() => setOpen(!open)}
        />
        {open && (
          <EmojiPicker
            onClose={close}
            onPick={(emoji) => {
              onChange(`${value}${value.endsWith(" ") || value === "" ? "" : " "}${emoji}`);
              close();
            }}
          />
        )}
      </div>
    </div>
  );
}
