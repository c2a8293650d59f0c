import type { Message } from "../../i18n/define-messages";
import { comparedMessages, saysMessages, weighsMessages, whenMessages, excludedMessages } from "./messages";

/** A step: its title and text. */
export interface Lesson {
  readonly title: Message;
  readonly points: readonly Message[];
}

/** The five steps in order. */
export const LESSONS: readonly Lesson[] = [
  { title: saysMessages.title, points: [saysMessages.scale, saysMessages.counts, saysMessages.limits] },
  {
    title: comparedMessages.title,
    points: [comparedMessages.reference, comparedMessages.points, comparedMessages.moves],
  },
  { title: weighsMessages.title, points: [weighsMessages.sum, weighsMessages.shares, weighsMessages.own] },
  {
    title: excludedMessages.title,
    points: [excludedMessages.reasons, excludedMessages.notZero, excludedMessages.blocked],
  },
  { title: whenMessages.title, points: [whenMessages.data, whenMessages.nightly, whenMessages.then] },
];
