import type { Message } from "../../i18n/define-messages";
import { paths } from "../../lib/paths";
import { guideMessages as messages } from "./messages";
import { wordMessages } from "../../i18n/word-messages";

export interface GuideStep {
  readonly title: Message;
  readonly text: Message;
  /** Value of the attribute `data-guide` of the step's element. */
  readonly target?: string;
}

const SHELL: readonly GuideStep[] = [
  { title: messages.menuTitle, text: messages.menuText, target: "menu" },
  { title: messages.userTitle, text: messages.userText, target: "user" },
  { title: messages.offTitle, text: messages.offText, target: "guide" },
];

/** Steps of the guide on a page: first about the page, then about its frame. */
export function stepsFor(pathname: string): readonly GuideStep[] {
  if (pathname === paths.scoringList)
    return [{ title: wordMessages.listOfScorings, text: messages.listText }, ...SHELL];
  if (pathname.startsWith("/reports/scoring/list")) {
    return [{ title: wordMessages.reports, text: messages.reportsText }, ...SHELL];
  }
  if (pathname.startsWith("/reports/scoring/summary/")) {
    return [
      { title: messages.bandsTitle, text: messages.bandsText },
      { title: wordMessages.exclusions, text: messages.exclusionsText },
      { title: messages.csvTitle, text: messages.csvText },
    ];
  }
  if (pathname === paths.settings) return [{ title: messages.settingsTitle, text: messages.settingsText }, ...SHELL];
  return SHELL;
}
