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

/** The first step of each page, by the beginning of its path. */
const PAGES: readonly (readonly [prefix: string, step: GuideStep])[] = [
  [paths.scoringList, { title: wordMessages.listOfScorings, text: messages.listText }],
  [paths.scoringEdit, { title: messages.editorTitle, text: messages.editorText }],
  ["/reports/scoring/list", { title: wordMessages.reports, text: messages.reportsText }],
  [paths.sendings, { title: messages.sendingsTitle, text: messages.sendingsText }],
  [paths.imports, { title: messages.importsTitle, text: messages.importsText }],
  [paths.webhooks, { title: messages.webhooksTitle, text: messages.webhooksText }],
  [paths.destinations, { title: messages.destinationsTitle, text: messages.destinationsText }],
  [paths.connections, { title: messages.connectionsTitle, text: messages.connectionsText }],
  [paths.contacts, { title: wordMessages.contacts, text: messages.contactsText }],
  [paths.settings, { title: messages.settingsTitle, text: messages.settingsText }],
];

/** Steps of the guide on a page: first about the page, then about its frame. */
export function stepsFor(pathname: string): readonly GuideStep[] {
  if (pathname.startsWith("/reports/scoring/summary/")) {
    return [
      { title: messages.bandsTitle, text: messages.bandsText },
      { title: wordMessages.exclusions, text: messages.exclusionsText },
      { title: messages.csvTitle, text: messages.csvText },
    ];
  }
  const own = PAGES.find(([prefix]) => pathname.startsWith(prefix));
  return own ? [own[1], ...SHELL] : SHELL;
}
