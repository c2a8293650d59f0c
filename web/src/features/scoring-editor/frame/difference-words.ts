import type { IntlShape } from "react-intl";
import { channelMessages, commonMessages, statusMessages } from "../../../i18n/common-messages";
import { componentMessages, typeMessages } from "../../../i18n/score-messages";
import type { Channel } from "../../../lib/channel";
import { EVENTS, RATES } from "../../../lib/score-parts";
import type { Editor } from "../editor-context";
import { hasShares, hasWeights, type Field } from "../model/differences";
import { ACTIVE, DRAFT } from "../../../lib/status";
import type { Draft, ShareDraft, SourceMarks } from "../model/draft";
import { categoriesOf } from "../model/shares";
import { conflictMessages as messages } from "../messages";

/** The value of a scoring's field in words. */
export function differenceWords(
  { name, channel = "mailing" }: Field,
  draft: Draft,
  data: Editor["data"],
  intl: IntlShape,
): string {
  const none = intl.formatMessage(commonMessages.none);
  const { formatMessage } = intl;
  switch (name) {
    case "name":
      return draft.name;
    case "status":
      return formatMessage(
        draft.status === DRAFT
          ? statusMessages.draft
          : draft.status === ACTIVE
            ? statusMessages.active
            : statusMessages.inactive,
      );
    case "guided":
      return formatMessage(draft.guided ? messages.guided : messages.own);
    case "channels":
      return draft.channels.map((channel) => formatMessage(channelMessages[channel])).join(", ") || none;
    case "daysAgo":
      return formatMessage(messages.weeks, { weeks: draft.daysAgo / 7 });
    case "machines":
      return formatMessage(draft.leaveOutMachines ? messages.leftOut : messages.counted);
    case "historical":
      return formatMessage(draft.historical ? messages.yes : messages.no);
    case "shares":
      return hasShares(draft, channel)
        ? shareWords(draft.shares[channel], categoriesOf(channel, data.constants), intl)
        : none;
    case "webShares":
      return hasShares(draft, "web") ? partWords(draft.webShares, intl) || none : none;
    case "weights":
      return weightWords(draft, channel, intl, none);
    case "sources":
      return draft.sources.map((source) => sourceWords(source, intl)).join("; ") || formatMessage(messages.ownDatabase);
    case "properties":
      return propertyWords(draft, data, intl) || none;
  }
}

function percent(intl: IntlShape, value: number): string {
  return intl.formatNumber(value / 100, { style: "percent" });
}

function shareWords({ types, shares }: ShareDraft, categories: readonly string[], intl: IntlShape): string {
  return categories
    .filter((type) => types.includes(type))
    .map((type) => {
      const message = typeMessages[type];
      const name = message ? intl.formatMessage(message) : type;
      return `${name} ${percent(intl, shares[categories.indexOf(type)] ?? 0)}`;
    })
    .join(", ");
}

function partWords(parts: Readonly<Record<string, number>>, intl: IntlShape): string {
  return [...RATES, ...EVENTS]
    .flatMap((part) => {
      const value = parts[part];
      return value === undefined ? [] : [`${intl.formatMessage(componentMessages[part])} ${percent(intl, value)}`];
    })
    .join(", ");
}

function weightWords(draft: Draft, channel: Channel, intl: IntlShape, none: string): string {
  if (!hasWeights(draft, channel)) return none;
  const { weights, percentile } = draft[channel];
  return `${partWords(weights, intl)}; ${intl.formatMessage(messages.percentile, { percentile })}`;
}

function sourceWords({ uid, whole, included, excluded }: SourceMarks, intl: IntlShape): string {
  const source = whole
    ? intl.formatMessage(messages.wholeDatabase, { uid })
    : intl.formatMessage(messages.ofDatabase, { uid, groups: included.length });
  return excluded.length === 0 ? source : intl.formatMessage(messages.without, { source, groups: excluded.length });
}

function propertyWords(draft: Draft, { properties }: Editor["data"], intl: IntlShape): string {
  return draft.channels
    .flatMap((channel) =>
      draft[channel].properties.map(({ uid, propertyId }) => {
        const found = properties.find((one) => one.id === propertyId && one.uid === uid);
        return `${intl.formatMessage(channelMessages[channel])} ${uid}: ${found?.name ?? propertyId}`;
      }),
    )
    .join("; ");
}
