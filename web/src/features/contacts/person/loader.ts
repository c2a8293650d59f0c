import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { clientOf, type Api } from "../../../api/api";
import { apiContext } from "../../../api/api-context";
import { ContactsService, ExplanationService, ScoringService } from "../../../api/services";
import { settle, type Settled } from "../../../api/settled";
import type { Contact, ContactScore, GetReceiptResponse, ListContactMessagesResponse } from "../../../api/messages";
import { changeSearch } from "../../../lib/search";
import { wantDatabaseNames } from "../../../stores/database-names";
import { choose, scoringChoices, visitorsOf, type Choice, type ScoringChoice } from "./model/score-choice";

/** A visitor of the contact with its newest score. */
export interface VisitorScore {
  readonly number: number;
  readonly visitorId: string;
  readonly newest: ContactScore | undefined;
}

export interface PersonData {
  readonly contact: Contact;
  /** Scorings that have results, the most likely for this contact first. */
  readonly scorings: Settled<readonly ScoringChoice[]>;
  /** Undefined if there is no scoring to choose. */
  readonly choice: Choice | undefined;
  /** Undefined without a scoring or, for web, without a visitor. */
  readonly explained: Explained | undefined;
  /** The newest messages to the contact; they load later. */
  readonly messages: Promise<Settled<ListContactMessagesResponse>>;
}

/** Parts of the page that load later. */
export interface Explained {
  /** The contact's scores in the scoring's results, oldest first. */
  readonly scores: Promise<Settled<readonly ContactScore[]>>;
  /** The receipt of the score of the chosen date. */
  readonly receipt: Promise<Settled<GetReceiptResponse>>;
  /** Only for web; otherwise empty. */
  readonly visitors: Promise<Settled<readonly VisitorScore[]>>;
}

/** Loads a contact. Its messages and the explanation of its score load later, part by part. */
export async function personLoader({ context, params, request }: LoaderFunctionArgs): Promise<PersonData> {
  const api = context.get(apiContext);
  const { signal } = request;
  const uid = params["uid"] ?? "";
  const number = numberOf(params["number"]);
  const names = wantDatabaseNames(api);
  const listed = settle(
    clientOf(api, ScoringService)
      .listScorings({}, { signal })
      .then(({ items }) => scoringChoices(items, uid)),
  );
  const { contact } = await clientOf(api, ContactsService).getContact({ uid, number }, { signal });
  if (!contact) throw new Error("a contact without content");
  const messages = settle(clientOf(api, ExplanationService).listContactMessages({ uid, number }, { signal }));
  // The name is longer than the uid: shown later it would move the page.
  const [scorings] = await Promise.all([listed, names]);
  const search = new URL(request.url).searchParams;
  const choice = choose(scorings.value ?? [], contact, search);
  return { contact, scorings, choice, explained: choice && explain(api, contact, choice, signal), messages };
}

function explain(api: Api, contact: Contact, choice: Choice, signal: AbortSignal): Explained | undefined {
  const { uid } = contact;
  const { scoringId, channel, date, recipient } = choice;
  if (recipient === undefined) return undefined;
  const scoresOf = async (number: number): Promise<readonly ContactScore[]> => {
    const query = { uid, number, scoringId, scoringType: channel };
    return (await clientOf(api, ExplanationService).listContactScores(query, { signal })).items;
  };
  const visitors = channel === "web" ? visitorsOf(contact, choice) : [];
  const query = { id: scoringId, scoringType: channel, generatedDate: date, uid, number: recipient };
  return {
    scores: settle(scoresOf(recipient)),
    receipt: settle(clientOf(api, ExplanationService).getReceipt(query, { signal })),
    visitors: settle(
      Promise.all(
        visitors.map(async ({ number, visitorId }) => ({
          number,
          visitorId,
          newest: (await scoresOf(number)).at(-1),
        })),
      ),
    ),
  };
}

/** The number in the URL; an invalid one becomes a number that no contact has. */
function numberOf(text = ""): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 2 ** 31 - 1;
}

/** More digits and other pages of the scores need no request: they are loaded. */
export function revalidatePerson(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const asked = ({ pathname, searchParams }: URL): string =>
    pathname + changeSearch(searchParams, { exact: undefined, page: undefined });
  const onlyView = currentUrl.href !== nextUrl.href && asked(currentUrl) === asked(nextUrl);
  return onlyView ? false : defaultShouldRevalidate;
}
