import { generateKeyPairSync } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { tokenOf, upload } from "./golden";
import type { Account, Operator } from "./operator";
import { Server } from "./server";

const DAY_MS = 86_400_000;
const PEOPLE = 40;
/** Days of sendings: too few for a scoring. */
const DAYS = 9;

const CONTACTS = [
  "email;gsm;email_consent;groups",
  ...Array.from({ length: PEOPLE }, (_, at) => {
    const phone = `50000${String(at).padStart(4, "0")}`;
    return `osoba${at}@example.com;${phone};${at % 5 !== 0};Klienci`;
  }),
];

/** Of its rows one is taken. */
const FAULTY = [
  "email;gsm;groups",
  "to nie adres;500000992;VIP",
  "jan@example.com;4,85E+10;VIP",
  "ewa@example.com;;VIP",
];

/** A file with values, rows and a column that need an answer. */
const UNCLEAR = [
  "Adres e-mail;Telefon;Imię;Zgoda e-mail;Grupy",
  "nowa@example.com;500000991;Nowa;TAK;Klienci",
  "to nie adres;500000992;Ewa;NIE;VIP",
  "jan@example.com;4,85E+10;Jan;może;VIP",
  "kasia@example.com;500000994;Kasia;TAK;Klienci",
];

export interface OnItsWay {
  readonly account: Account;
  /** Pages that only such an account has. */
  readonly pages: readonly string[];
  /** The import whose columns wait for an answer. */
  readonly draft: string;
}

/**
 * Makes an account that is neither empty nor done: contacts and a few days of sendings, an import with refused rows, one that
 * waits for the user, a draft, and one connection of each kind, of which none has worked yet.
 */
export async function accountOnItsWay(operator: Operator, request: APIRequestContext): Promise<OnItsWay> {
  const account = await operator.newAccount("w-drodze");
  const token = await tokenOf(request, account);
  const server = await Server.of(request, account);
  const uid = String(account.id).padStart(3, "0");
  await upload(request, token, "contacts:import?fileName=klienci.csv", CONTACTS.join("\n"));
  await upload(request, token, "engagement:import?fileName=wysy%C5%82ki.csv", sendings().join("\n"));
  await upload(request, token, "contacts:import?fileName=targi.csv", FAULTY.join("\n"));
  const draft = await server.draft("contacts", "klienci z targów.csv", UNCLEAR.join("\n"));
  await server.post("/web/web-tracking-accounts", { uid, domain: "sklep.example.com" });
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  await server.put("/mail-providers/sendgrid", {
    uid,
    key: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  });
  const { webhook } = (await server.post("/webhooks", {
    url: "https://crm.invalid/puls",
    description: "CRM",
    events: ["scoring.calculated"],
  })) as { readonly webhook: { readonly id: string } };
  await server.post(`/webhooks/${webhook.id}:test`, {});
  const imports = (await server.list("/saresystem/imports")) as readonly { readonly id: string }[];
  return {
    account,
    draft: `/imports/${draft}`,
    pages: [...imports.map(({ id }) => `/imports/${id}`), `/connections/webhooks/${webhook.id}`],
  };
}

function sendings(): string[] {
  const rows = ["event_id;email;type;occurred_at;message_id"];
  for (let day = 1; day <= DAYS; day++) {
    const date = new Date(Date.now() - day * DAY_MS).toISOString().slice(0, 10);
    for (let at = 0; at < PEOPLE; at++) {
      rows.push(`s${day}-${at};osoba${at}@example.com;mailing.sent;${date}T10:00:00Z;news-${day}`);
      if (at % 3 === 0) rows.push(`o${day}-${at};osoba${at}@example.com;mailing.opened;${date}T12:00:00Z;news-${day}`);
    }
  }
  return rows;
}
