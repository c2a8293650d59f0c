import { useState, type ChangeEvent, type SyntheticEvent } from "react";
import { useIntl } from "react-intl";
import type { Message } from "../i18n/define-messages";
import { faultText } from "../i18n/field-fault";
import { useSubmission } from "./use-submission";

interface NameFormOptions {
  readonly start?: string;
  /** The error of a name, found without the server. */
  readonly check: (name: string) => Message | false | undefined;
  readonly send: (name: string) => Promise<unknown>;
}

interface NameForm {
  readonly busy: boolean;
  /** Sends the name without spaces around it if `check` finds no error. */
  readonly submit: (event?: SyntheticEvent) => void;
  /** Clears the error. */
  readonly forget: () => void;
  /** The properties of the field. */
  readonly field: {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/** A form with one text that names something new, such as the number of a database: every error is shown at its field. */
export function useNameForm({ start = "", check, send }: NameFormOptions): NameForm {
  const { formatMessage } = useIntl();
  const [value, setValue] = useState(start);
  const [error, setError] = useState<string>();
  const { busy, submit } = useSubmission(send, (fault) => setError(faultText(formatMessage, fault)));
  const forget = (): void => setError(undefined);
  return {
    busy,
    forget,
    submit: (event) => {
      event?.preventDefault();
      const name = value.trim();
      const wrong = check(name);
      if (wrong) setError(formatMessage(wrong));
      else void submit(name);
    },
    field: {
      value,
      error,
      onChange: (event) => {
        setValue(event.target.value);
        forget();
      },
    },
  };
}
