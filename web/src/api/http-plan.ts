import { getOption, hasOption, ScalarType, type DescMethod, type JsonObject, type JsonValue } from "@bufbuild/protobuf";
import { http } from "../gen/google/api/annotations_pb";

/** The HTTP form of a method, read once from its google.api.http rule. */
interface Plan {
  readonly httpMethod: string;
  readonly segments: readonly Segment[];
  /** "*" sends the fields that are not in the path, "" sends no body, otherwise it is the JSON name of one field. */
  readonly body: string;
  /** JSON name of the field that is the response's body; "" for the whole message. */
  readonly responseField: string;
}

type Segment = { readonly text: string } | Variable;

interface Variable {
  readonly field: readonly string[];
  readonly manySegments: boolean;
  /** Its value if the message leaves it out: protobuf JSON has no zeros. */
  readonly missing: "0" | "";
}

/** A call in its HTTP form. `path` starts with a slash and includes the query. */
export interface HttpCall {
  readonly httpMethod: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly responseField: string;
}

const plans = new WeakMap<DescMethod, Plan>();

/**
 * Turns a method and its message (as protobuf JSON) into the HTTP call of its google.api.http rule. Throws if the
 * method has no rule or a path variable is empty: both are programming errors.
 */
export function httpCall(method: DescMethod, message: JsonValue): HttpCall {
  const plan = planFor(method);
  const rest = structuredClone(asObject(message));
  let path = "";
  for (const segment of plan.segments) {
    path += "text" in segment ? segment.text : encodeVariable(segment.manySegments, take(rest, segment, method));
  }
  let body: string | undefined;
  if (plan.body === "*") {
    body = JSON.stringify(rest);
  } else {
    if (plan.body !== "") {
      body = JSON.stringify(rest[plan.body] ?? {});
      Reflect.deleteProperty(rest, plan.body);
    }
    path += queryString(rest);
  }
  return { httpMethod: plan.httpMethod, path, body, responseField: plan.responseField };
}

function planFor(method: DescMethod): Plan {
  const known = plans.get(method);
  if (known) return known;
  if (!hasOption(method, http)) throw new Error(`${method.parent.typeName}.${method.name} has no google.api.http rule`);
  const rule = getOption(method, http);
  if (rule.pattern.case === undefined || rule.pattern.case === "custom") {
    throw new Error(`${method.parent.typeName}.${method.name} has no usable HTTP pattern`);
  }
  const plan: Plan = {
    httpMethod: rule.pattern.case.toUpperCase(),
    segments: parseTemplate(rule.pattern.value, method),
    body: rule.body === "*" || rule.body === "" ? rule.body : jsonName(rule.body, method.input.fields),
    responseField: rule.responseBody === "" ? "" : jsonName(rule.responseBody, method.output.fields),
  };
  plans.set(method, plan);
  return plan;
}

function parseTemplate(template: string, method: DescMethod): Segment[] {
  return template
    .split(/(\{[^}]*\})/)
    .filter((part) => part !== "")
    .map((part) => {
      if (!part.startsWith("{")) return { text: part };
      const [name = "", pattern = "*"] = part.slice(1, -1).split("=");
      const [first = "", ...nested] = name.split(".");
      const path = [jsonName(first, method.input.fields), ...nested.map(camelCase)];
      const whole = nested.length === 0 ? method.input.fields.find((field) => field.name === first) : undefined;
      const number = whole?.scalar !== undefined && whole.scalar !== ScalarType.STRING;
      return { field: path, manySegments: pattern !== "*", missing: number ? "0" : "" };
    });
}

function jsonName(name: string, fields: readonly { name: string; jsonName: string }[]): string {
  return fields.find((field) => field.name === name)?.jsonName ?? camelCase(name);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Removes a path variable from the message, so that neither body nor query repeats it. */
function take(message: JsonObject, { field: path, missing }: Variable, method: DescMethod): string {
  let holder = message;
  for (const name of path.slice(0, -1)) holder = asObject(holder[name]);
  const last = path.at(-1) ?? "";
  const value = holder[last] ?? missing;
  if (value === "" || typeof value === "object") {
    throw new Error(`${method.parent.typeName}.${method.name}: path variable ${path.join(".")} is empty`);
  }
  // The browser would treat these as steps up the path, encoded or not.
  if (value === "." || value === "..") {
    throw new Error(`${method.parent.typeName}.${method.name}: path variable ${path.join(".")} cannot be ${value}`);
  }
  Reflect.deleteProperty(holder, last);
  return String(value);
}

function encodeVariable(manySegments: boolean, value: string): string {
  return manySegments ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
}

function queryString(message: JsonObject): string {
  const query = new URLSearchParams();
  const add = (name: string, value: JsonValue | undefined): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) value.forEach((item) => add(name, item));
    else if (typeof value === "object") {
      for (const [key, nested] of Object.entries(value)) add(`${name}.${key}`, nested);
    } else query.append(name, String(value));
  };
  for (const [name, value] of Object.entries(message)) add(name, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
