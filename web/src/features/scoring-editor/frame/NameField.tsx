import EditOutlined from "@ant-design/icons-svg/es/asn/EditOutlined";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useIntl } from "react-intl";
import { fieldWords } from "../../../i18n/field-fault";
import { nameFault } from "../../../i18n/scoring-name";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { useDraft, useEditorState } from "../editor-context";
import { editorMessages as messages } from "../messages";
import styles from "./Frame.module.css";
import { wordMessages } from "../../../i18n/word-messages";

/** The scoring's name, edited in place. An invalid name stays in the field, and the last valid one is saved. */
export function NameField(): ReactNode {
  const { formatMessage } = useIntl();
  const id = useId();
  const [{ name }, change] = useDraft();
  // The input, and the previous name; undefined while the name is only shown.
  const [typing, setTyping] = useState<{ readonly text: string; readonly before: string }>();
  const refused = useEditorState(({ fault }) => fault?.fields.find(({ field }) => field === "name"));
  const problem = typing && nameFault(typing.text);
  const words = problem ? { message: problem } : refused && fieldWords(refused);
  const error = words && formatMessage(words.message, "values" in words ? words.values : {});
  const type = (text: string, before: string): void => {
    setTyping({ text, before });
    if (!nameFault(text)) change({ name: text });
  };
  const around = useRef<HTMLDivElement>(null);
  const close = (): void => {
    if (!problem) setTyping(undefined);
  };
  /** Closed by a key: the focus moves to the button that reappears. */
  const finish = (): void => {
    flushSync(() => setTyping(undefined));
    around.current?.querySelector("button")?.focus();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !problem) finish();
    if (event.key !== "Escape" || !typing) return;
    change({ name: typing.before });
    finish();
  };
  return (
    <div ref={around} className={styles["name"]}>
      {typing ? (
        // A heading unless it is edited: it has no label and no frame of a field.
        // eslint-disable-next-line no-restricted-syntax
        <input
          id={id}
          // The field replaces the button that opened it.
          ref={(field) => {
            if (field && document.activeElement === document.body) field.select();
          }}
          className={styles["nameInput"]}
          aria-label={formatMessage(messages.name)}
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { "aria-describedby": `${id}-error` })}
          value={typing.text}
          onChange={(event) => type(event.target.value, typing.before)}
          onBlur={close}
          onKeyDown={keys}
        />
      ) : (
        <>
          <span className={styles["nameText"]}>{name}</span>
          <Button
            type="text"
            size="small"
            aria-label={formatMessage(wordMessages.rename)}
            icon={<Icon of={EditOutlined} />}
            onClick={() => setTyping({ text: name, before: name })}
          />
        </>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={styles["nameError"]}>
          {error}
        </p>
      )}
    </div>
  );
}
