import { useRef, useState, type RefObject } from "react";
import { useIntl } from "react-intl";
import type { Fault } from "../api/fault";
import { faultMessage } from "../i18n/fault-message";
import { fieldWords } from "../i18n/field-fault";
import { hasPlaces, placed } from "./use-form-submission";
import { useSubmission } from "./use-submission";

type Errors = Readonly<Record<string, string>>;

/** Where a form shows what a refusal is about: names of its fields, by JSON path of a value and by reason. */
export interface FieldPlaces {
  readonly paths: Readonly<Record<string, string>>;
  readonly reasons?: Readonly<Record<string, string>>;
}

export interface FieldSubmission<T> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly busy: boolean;
  /** What no field is to blame for; it belongs above the form. */
  readonly fault: Fault | undefined;
  /** What is wrong, by the field's name. */
  readonly errors: Errors;
  readonly submit: (values: T) => Promise<void>;
  /** Says what the page itself finds wrong. */
  readonly refuse: (errors: Errors) => void;
  /** What was said about these fields, and about the attempt, no longer holds. */
  readonly forget: (...names: readonly string[]) => void;
}

/** The sending of a form of plain fields, as `useFormSubmission` for antd's. The first wrong field takes the focus. */
export function useFieldSubmission<T>(places: FieldPlaces, send: (values: T) => Promise<unknown>): FieldSubmission<T> {
  const { formatMessage } = useIntl();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const refuse = (wrong: Errors): void => {
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  };
  const { busy, fault, submit, forget } = useSubmission<T>(send, (refused) =>
    refuse(
      Object.fromEntries(
        placed(refused, places).map(({ name, field }) => {
          const { message, values } = field ? fieldWords(field) : { message: faultMessage(refused) };
          return [String(name), formatMessage(message, values)];
        }),
      ),
    ),
  );
  return {
    form,
    busy,
    fault: fault && !hasPlaces(fault, places) ? fault : undefined,
    errors,
    submit: (values) => {
      setErrors({});
      return submit(values);
    },
    refuse,
    forget: (...names) => {
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))));
      forget();
    },
  };
}
