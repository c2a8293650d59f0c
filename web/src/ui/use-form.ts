import { useRef, useState, type ChangeEvent, type RefObject, type SyntheticEvent } from "react";
import { flushSync } from "react-dom";
import { useIntl } from "react-intl";
import type { Fault, FaultField } from "../api/fault";
import type { Message } from "../i18n/define-messages";
import { faultMessage } from "../i18n/fault-message";
import { fieldWords } from "../i18n/field-fault";
import { useSubmission, type Submission } from "./use-submission";

/** Error texts of invalid values, by the field's name. */
export type Errors = Readonly<Record<string, string>>;

/** The fields, by name, at which a form shows an error of the server. */
export interface Places {
  /** By the JSON path of a value of the request. */
  readonly paths: Readonly<Record<string, string>>;
  /** By the reason of an error that names no value. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** Errors found without the server, by the field's name. */
export type FoundErrors = Readonly<Record<string, Message | false | undefined>>;

interface FormOptions<T> {
  readonly values: T;
  readonly places: Places;
  readonly check?: (values: T) => FoundErrors;
  readonly send: (values: T) => Promise<unknown>;
  /** More specific texts for a reason than those of the catalogue, which does not know the context. */
  readonly words?: (reason: string) => Message | undefined;
}

/** The properties of a text field that belong to its form. */
interface Text {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

interface Form extends Pick<Submission<unknown>, "busy" | "done" | "fault"> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly errors: Errors;
  /** Binds a text field to its value; typing clears its error. */
  readonly text: (name: string, value: string, set: (value: string) => void) => Text;
  /** Sends the values if `check` finds no errors. */
  readonly submit: (event?: SyntheticEvent) => void;
  /** Checks these fields when they lose the focus, before the form is sent. */
  readonly look: (...names: readonly string[]) => void;
  /** Clears the errors of these fields, which have changed, and the last fault. */
  readonly forget: (...names: readonly string[]) => void;
}

/**
 * The submission of a form. Errors are shown at their fields, and the first invalid field takes the focus. `fault` is
 * an error without such a field; it belongs above the form.
 */
export function useForm<T>({ values, places, check, send, words }: FormOptions<T>): Form {
  const { formatMessage } = useIntl();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const refuse = (wrong: Errors): void => {
    flushSync(() => setErrors(wrong));
    if (Object.keys(wrong).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  const { busy, done, fault, submit, forget } = useSubmission<T>(send, (refused) =>
    refuse(
      Object.fromEntries(
        placed(refused, places).map(({ name, field }) => {
          const { message, values: params } = field ? fieldWords(field) : { message: faultMessage(refused) };
          return [name, formatMessage(words?.(field?.class ?? refused.reason) ?? message, params)];
        }),
      ),
    ),
  );
  const found = (): Errors =>
    Object.fromEntries(
      Object.entries(check?.(values) ?? {}).flatMap(([name, message]) =>
        message ? [[name, formatMessage(message)]] : [],
      ),
    );
  const clear = (...names: readonly string[]): void => {
    setErrors(pick(errors, (name) => !names.includes(name)));
    forget();
  };
  return {
    form,
    busy,
    done,
    fault: fault && placed(fault, places).length < Math.max(1, fault.fields.length) ? fault : undefined,
    errors,
    submit: (event) => {
      event?.preventDefault();
      const wrong = found();
      refuse(wrong);
      if (Object.keys(wrong).length === 0) void submit(values);
    },
    look: (...names) =>
      setErrors({ ...pick(errors, (name) => !names.includes(name)), ...pick(found(), (name) => names.includes(name)) }),
    forget: clear,
    text: (name, value, set) => ({
      name,
      value,
      error: errors[name],
      onChange: (event) => {
        set(event.target.value);
        clear(name);
      },
    }),
  };
}

function pick(errors: Errors, concerned: (name: string) => boolean): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => concerned(name)));
}

interface Placed {
  readonly name: string;
  /** Absent if only the reason determines the field. */
  readonly field: FaultField | undefined;
}

/** The parts of an error that belong to a field. */
function placed({ fields, reason }: Fault, { paths, reasons = {} }: Places): readonly Placed[] {
  const found: readonly Placed[] = fields.flatMap((field) => {
    const name = paths[field.field];
    return name === undefined ? [] : [{ name, field }];
  });
  const name = reasons[reason];
  return found.length > 0 || name === undefined ? found : [{ name, field: undefined }];
}
