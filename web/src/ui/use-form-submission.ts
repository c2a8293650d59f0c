import type { FormInstance } from "antd";
import { useRef } from "react";
import { useIntl } from "react-intl";
import type { Fault, FaultField } from "../api/fault";
import { faultMessage } from "../i18n/fault-message";
import { fieldWords } from "../i18n/field-fault";
import { useSubmission, type Submission } from "./use-submission";

type Name = string | readonly string[];

export interface FormSubmission<T> extends Omit<Submission<T>, "forget"> {
  /** For `onValuesChange`: what was said about these values, and about the attempt as a whole, no longer holds. */
  readonly forget: (changed: object) => void;
}

/** Where a form shows what a refusal is about. */
export interface Places {
  /** Field of the form by the JSON path of a value of the request. */
  readonly paths: Readonly<Record<string, Name>>;
  /** Field of the form by the reason of a refusal that names no value. */
  readonly reasons?: Readonly<Record<string, Name>>;
}

/**
 * One form's sending, as `useSubmission`. What the server says about a value stands at its field, the first of which
 * takes the focus; `fault` is only what has no such place and belongs above the form. `words` may say a reason better
 * than the catalogue, which does not know where it is shown.
 */
export function useFormSubmission<T>(
  form: FormInstance<T>,
  places: Places,
  send: (values: T) => Promise<unknown>,
  words: (reason: string) => string | undefined = () => undefined,
): FormSubmission<T> {
  const { formatMessage } = useIntl();
  const said = useRef<readonly Name[]>([]);
  // The form's own types want every path spelled out; places are checked by the tests of the pages.
  const say = (fields: readonly { readonly name: Name; readonly errors: string[] }[]): void =>
    form.setFields(fields as Parameters<typeof form.setFields>[0]);
  // A field without rules of its own would keep for ever what it was told.
  const unsay = (concerned: (name: Name) => boolean): void => {
    say(said.current.filter(concerned).map((name) => ({ name, errors: [] })));
    said.current = said.current.filter((name) => !concerned(name));
  };
  const { fault, ...submission } = useSubmission<T>(send, (refused) => {
    const errors = placed(refused, places).map(({ name, field }) => {
      const { message, values } = field ? fieldWords(field) : { message: faultMessage(refused) };
      return { name, errors: [words(field?.class ?? refused.reason) ?? formatMessage(message, values)] };
    });
    said.current = errors.map(({ name }) => name);
    say(errors);
    if (errors[0]) form.focusField(errors[0].name);
  });
  return {
    ...submission,
    fault: fault && !hasPlaces(fault, places) ? fault : undefined,
    submit: (values) => {
      unsay(() => true);
      return submission.submit(values);
    },
    forget: (changed) => {
      unsay((name) => holds(changed, name));
      submission.forget();
    },
  };
}

/** Whether an object has a value at a path. */
function holds(values: object, name: Name): boolean {
  const [first = "", ...rest] = typeof name === "string" ? [name] : name;
  const value = (values as Readonly<Record<string, unknown>>)[first];
  if (rest.length === 0) return first in values;
  return typeof value === "object" && value !== null && holds(value, rest);
}

/** What a refusal says at a field: of a value of the request, or without one its reason. */
interface Placed {
  readonly name: Name;
  readonly field: FaultField | undefined;
}

/** What of a refusal stands at which field. */
export function placed({ fields, reason }: Fault, { paths, reasons = {} }: Places): readonly Placed[] {
  const found: readonly Placed[] = fields.flatMap((field) => {
    const name = paths[field.field];
    return name === undefined ? [] : [{ name, field }];
  });
  const name = reasons[reason];
  return found.length > 0 || name === undefined ? found : [{ name, field: undefined }];
}

/** Whether everything that a refusal says stands at a field. */
export function hasPlaces(fault: Fault, places: Places): boolean {
  return placed(fault, places).length >= Math.max(1, fault.fields.length);
}
