import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { Catalogue } from "./define-messages";

/** The relative growth of texts compared with English. */
const GROWTH = 0.4;
const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from("aáAÁcçeéEÉiîIÎnñoóOÓsšuúUÚyýzž".matchAll(/(.)(.)/gu), ([, plain = "", accented = ""]) => [
    plain,
    accented,
  ]),
);

/**
 * Every text accented, 40 % longer and in brackets, so that texts that do not fit, or are in no catalogue, are
 * conspicuous.
 */
export function pseudoCatalogue(english: Catalogue): Record<string, MessageFormatElement[]> {
  return Object.fromEntries(
    Object.entries(english).map(([id, text]) => {
      const elements = typeof text === "string" ? parse(text) : text;
      const grown: MessageFormatElement[] = elements.map(lengthen);
      const padding = "·".repeat(Math.max(1, Math.ceil(lengthOf(elements) * GROWTH) - 2));
      return [id, [literal("["), ...grown, literal(`${spaced(padding)}]`)]];
    }),
  );
}

/** Roughly the longest that is shown. */
function lengthOf(elements: readonly MessageFormatElement[]): number {
  return elements.reduce((sum, element) => sum + lengthOfOne(element), 0);
}

function lengthOfOne(element: MessageFormatElement): number {
  switch (element.type) {
    case TYPE.plural:
    case TYPE.select:
      return Math.max(...Object.values(element.options).map((option) => lengthOf(option.value)));
    case TYPE.tag:
      return lengthOf(element.children);
    case TYPE.pound:
      return 1;
    default:
      return element.value.length;
  }
}

/** Padding breaks like words do, so that only text that cannot wrap overflows. */
function spaced(padding: string): string {
  return ` ${padding.match(/.{1,6}/gu)?.join(" ") ?? ""}`.trimEnd();
}

function lengthen(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: element.value.replace(/\p{L}/gu, (letter) => ACCENTS[letter] ?? letter) };
    case TYPE.plural:
    case TYPE.select:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([name, option]) => [
            name,
            { ...option, value: option.value.map(lengthen) },
          ]),
        ),
      };
    case TYPE.tag:
      return { ...element, children: element.children.map(lengthen) };
    default:
      return element;
  }
}

function literal(value: string): MessageFormatElement {
  return { type: TYPE.literal, value };
}
