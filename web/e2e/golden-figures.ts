import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type APIRequestContext } from "@playwright/test";
import { goldenAccount, goldenFolder, tokenOf, type GoldenAccount } from "./golden";
import type { Operator } from "./operator";

/** Outcomes of sendings, in the form of `figures.json`. */
interface Counts {
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
  readonly unsubscribed: number;
}

/** Figures over several results of one channel. */
export interface Figures {
  readonly generatedDates: readonly string[];
  readonly fluctuation: {
    readonly from: string;
    readonly to: string;
    readonly items: readonly { readonly fromBand: number; readonly toBand: number; readonly count: number }[];
    readonly entered: readonly { readonly band: number; readonly count: number }[];
    readonly left: readonly { readonly band: number; readonly count: number }[];
  };
  readonly lift: {
    readonly generatedDate: string;
    readonly items: readonly Readonly<Record<"scoringMin" | "scored" | "reached" | "opened" | "clicked", number>>[];
  };
  readonly sendings: readonly (Counts & { readonly date: string })[];
}

/** An account with a case, a scoring of it and its results of all dates of the figures. */
export interface CalculatedAccount extends GoldenAccount {
  readonly token: string;
  readonly scoringId: string;
  readonly figures: Readonly<Record<string, Figures>>;
}

interface Source {
  readonly uid: string;
  readonly includedAll: boolean;
  readonly includedGroups: readonly string[];
  readonly excludedGroups: readonly string[];
}

type ChannelConfig = { readonly dataSources: readonly Source[] } & Readonly<Record<string, unknown>>;

/** Outcomes of sendings include days after the case's day. */
const BACK = 28;

/** Uploads a case, makes its scoring over the API and calculates it for every date of the figures. */
export async function calculatedAccount(
  operator: Operator,
  request: APIRequestContext,
  name: string,
): Promise<CalculatedAccount> {
  const account = await goldenAccount(operator, request, name, BACK);
  const folder = goldenFolder(name) ?? "";
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const { channels: figures } = read("figures.json") as { channels: CalculatedAccount["figures"] };
  const { config } = read("case.json") as { config: Readonly<Record<string, ChannelConfig | null | number>> };
  const token = await tokenOf(request, account);
  const call = caller(request, token);

  const groups = await call<Record<string, { items: { id: number; name: string }[] }>>("GET", "saresystem/groups");
  const uidOf = (uid: string): string => (uid === "001" ? account.uid : uid);
  const idsOf = (uid: string, names: readonly string[]): number[] =>
    names.map((wanted) => groups[uid]?.items.find((group) => group.name === wanted)?.id ?? 0);
  const channelOf = (channel: ChannelConfig): object => ({
    ...channel,
    dataSources: channel.dataSources.map(({ uid, includedAll, includedGroups, excludedGroups }) => ({
      uid: uidOf(uid),
      includedAll,
      includedGroupIds: includedAll ? [] : idsOf(uidOf(uid), includedGroups),
      excludedGroupIds: idsOf(uidOf(uid), excludedGroups),
    })),
  });
  const parts = Object.entries(config).flatMap(([key, part]) =>
    part === null ? [] : [[key, typeof part === "number" ? part : channelOf(part)]],
  );
  const { id } = await call<{ id: string }>("POST", "scoring/scorings", {
    name: "Wzorzec",
    lastDraftStep: 3,
    config: Object.fromEntries(parts) as object,
  });
  await call("POST", `scoring/scorings/${id}:setStatus`, { newStatus: 2 });
  const dates = figures["mailing"]?.generatedDates.map(account.shifted) ?? [];
  for (const generatedDate of dates) await call("POST", `scoring/scorings/${id}:calculate`, { generatedDate });
  for (const scoringType of Object.keys(figures)) {
    const path = `scoring/scorings/${id}:generatedDateList?scoringType=${scoringType}`;
    const missing = async (): Promise<readonly string[]> => {
      const { items } = await call<{ items: string[] }>("GET", path);
      return dates.filter((date) => !items.includes(date));
    };
    await expect.poll(missing, { message: `results of ${scoringType}`, timeout: 60_000 }).toEqual([]);
  }
  return { ...account, token, scoringId: id, figures };
}

/** Calls the API without the browser. */
export function caller(request: APIRequestContext, token: string) {
  return async <T>(method: "GET" | "POST", path: string, data?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.fetch(`/api/protected/${path}`, { method, headers, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
}
