import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ContactsService } from "../../gen/puls/contacts/v1/contacts_service_pb";
import { SendingService } from "../../gen/puls/reports/v1/sending_service_pb";
import { usePreferenceStore } from "../../stores/preference-store";
import { expectAccessible, renderApp } from "../../test/render-app";
import { refusal, sampleApi } from "../../test/sample-api";
import type { Download } from "../../api/files";
import { routes } from "../../app/routes";

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const cellsOf = (row: HTMLElement): string[] =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent.replaceAll(/\s/g, " "));

beforeEach(() => usePreferenceStore.setState({ pageSize: 20 }));

describe("sendings", () => {
  test("stand day by day below their sum, and each day leads to its messages", async () => {
    const router = await renderApp(routes, sampleApi(), { path: "/reports/sendings?category=sales" });
    await heading("Wysyłki");
    const table = screen.getByRole("table", { name: "Wysyłki" });
    const [total, ...days] = within(table).getAllByRole("row").slice(1);
    expect(total).toHaveTextContent("Razem");
    // Of the 16 e-mails delivered 8 were opened: SMS have no opens.
    expect(cellsOf(total!).map((cell) => cell.replace(/^\p{L}+/u, ""))).toEqual([
      "24",
      "22 91,67%",
      "8 50,00%",
      "3 13,64%",
      "2 8,33%",
      "3 13,64%",
    ]);
    expect(days).toHaveLength(3);
    expect(cellsOf(days[1]!)[3]).toContain("–");
    expect(screen.getByText("Wyświetlono 1 - 3 z\u00a03 wyników", { normalizer: (text) => text })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(within(days[0]!).getByRole("link", { name: "02/11/2026" }));
    await heading("Wysyłki z\u00a002/11/2026");
    expect(router.state.location).toMatchObject({
      pathname: "/reports/sendings/2026-11-02",
      search: "?category=sales&scoringType=mailing",
    });
    expect(screen.getByRole("row", { name: /^jesien-2026 Sprzedażowa E-mail 007/ })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /^Razem 20 / })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /^12 wiadomości, każda do jednej osoby Bez rodzaju/ })).toBeInTheDocument();
    await expectAccessible();
  });

  test("are handed out as files with the filters of the page", async () => {
    URL.createObjectURL = vi.fn(() => "blob:x");
    const download = vi.fn<Download>().mockResolvedValue({ name: "wysyłki.csv", blob: new Blob(["x"]) });
    const path = "/reports/sendings?start=2026-10-01&end=2026-11-02&scoringType=mailing&uids=007";
    await renderApp(routes, sampleApi(undefined, download), { path });
    const choose = async (kind: string): Promise<void> => {
      await userEvent.click(await screen.findByRole("button", { name: "Pobierz" }));
      await userEvent.click(screen.getByRole("menuitem", { name: kind }));
    };
    await choose("CSV – do arkusza");
    expect(await screen.findByText("Pobrano plik wysyłki.csv")).toBeInTheDocument();
    await choose("Parquet – do hurtowni danych");
    await userEvent.click(screen.getAllByRole("link", { name: "02/11/2026" })[0]!);
    await heading("Wysyłki z\u00a002/11/2026");
    await choose("Parquet – do hurtowni danych");
    const filters = { scoringType: "mailing", category: "", uids: ["007"], delimiter: ";", language: "pl" };
    await waitFor(() =>
      expect(download.mock.calls.map(([method, message, options]) => [method.name, message, options?.accept])).toEqual([
        ["ExportSendings", { ...filters, start: "2026-10-04", end: "2026-11-02" }, "text/csv"],
        ["ExportSendings", { ...filters, start: "2026-10-04", end: "2026-11-02" }, "application/vnd.apache.parquet"],
        ["ExportSentMessages", { ...filters, date: "2026-11-02" }, "application/vnd.apache.parquet"],
      ]),
    );
  });

  test("are compared with as many days before", async () => {
    const asked: string[] = [];
    const api = sampleApi((router) =>
      router.service(SendingService, {
        listSendings: ({ start, end }) => {
          asked.push(`${start} ${end}`);
          const [sent, clicked] = end === "2026-11-02" ? [200, 20] : [50, 10];
          const items = [{ date: end, scoringType: "mailing", sent, delivered: sent, clicked }];
          return { items, total: { sent, delivered: sent, clicked }, start: start || "2026-10-24", end };
        },
      }),
    );
    await renderApp(routes, api, { path: "/reports/sendings?start=2026-10-24&end=2026-11-02" });
    expect(await screen.findByText("wcześniej 50")).toBeInTheDocument();
    expect(screen.getByText("wcześniej 20,00%")).toHaveAttribute("title", "14/10/2026 – 23/10/2026");
    expect(asked).toEqual(["2026-10-24 2026-11-02", "2026-10-14 2026-10-23"]);
    await expectAccessible();
  });

  test("keep their filters in the address", async () => {
    const asked: object[] = [];
    const api = sampleApi((router) =>
      router.service(SendingService, {
        listSendings: ({ start, end, scoringType, category, uids }) => {
          asked.push({ start, end, scoringType, category, uids });
          return {};
        },
      }),
    );
    const path = "/reports/sendings?start=2026-10-01&end=2026-10-31&scoringType=mailing&category=internal";
    const router = await renderApp(routes, api, { path, language: "en" });
    await heading("Sendings");
    expect(screen.getByRole("heading", { name: "Nothing was sent in this period" })).toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(screen.getByRole("button", { name: /^Database/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: "042" }));
    await userEvent.click(screen.getByRole("radio", { name: "SMS" }));
    expect(await screen.findByRole("button", { name: "Database 042" })).toBeInTheDocument();
    expect(router.state.location.search).toBe("?start=2026-10-01&end=2026-10-31&uids=042&scoringType=sms");
    expect(asked.at(-1)).toEqual({
      start: "2026-10-01",
      end: "2026-10-31",
      scoringType: "sms",
      category: "",
      uids: ["042"],
    });
  });

  test.each([
    [{ uid: "007", own: true }, "Nie ma jeszcze wysyłek", "primary"],
    [{ uid: "007", own: true, contactCount: 5 }, "W\u00a0tym okresie nic nie wysłano", "default"],
  ])("that are none lead to what brings them, in an account of %o", async (database, title, type) => {
    const api = sampleApi((router) => {
      router.rpc(SendingService.method.listSendings, () => ({}));
      router.rpc(ContactsService.method.listDatabases, () => ({ items: [database] }));
    });
    await renderApp(routes, api, { path: "/reports/sendings" });
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Wgraj wysyłki" })).toHaveAttribute("data-type", type);
    expect(screen.queryByRole("button", { name: "Wyczyść filtry" }) === null).toBe(type === "primary");
    expect(screen.queryByRole("group", { name: "Filtry wysyłek" }) === null).toBe(type === "primary");
  });

  test("of 400 days stand on pages, and how many rows a page has is remembered", async () => {
    const items = Array.from({ length: 400 }, (_, day) => ({
      date: new Date(Date.UTC(2026, 10, 2) - day * 86_400_000).toISOString().slice(0, 10),
      scoringType: "mailing",
      sent: day,
    }));
    const api = sampleApi((router) =>
      router.service(SendingService, {
        listSendings: () => ({ items, total: { sent: 79_800 }, start: "2025-09-29", end: "2026-11-02" }),
      }),
    );
    const router = await renderApp(routes, api, { path: "/reports/sendings?page=999" });
    await heading("Wysyłki");
    expect(screen.getByText(/^Wyświetlono 381 - 400 z/)).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Wierszy na stronie" }), "200");
    expect(await screen.findByText(/^Wyświetlono 1 - 200 z/)).toBeInTheDocument();
    expect(router.state.location.search).toBe("?pageSize=200");
    expect(usePreferenceStore.getState().pageSize).toBe(200);
  });

  test("that cannot be loaded can be tried again", async () => {
    let away = true;
    const api = sampleApi((router) =>
      router.service(SendingService, {
        listSendings: () => {
          if (away) throw refusal(503);
          return {};
        },
      }),
    );
    await renderApp(routes, api, { path: "/reports/sendings" });
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    away = false;
    await userEvent.click(screen.getByRole("button", { name: "Spróbuj ponownie" }));
    expect(await screen.findByRole("heading", { name: "W\u00a0tym okresie nic nie wysłano" })).toBeInTheDocument();
  });

  test("of a day are asked for page by page, and a page beyond the last is the last", async () => {
    const asked: number[] = [];
    const api = sampleApi((router) =>
      router.service(SendingService, {
        listSendings: ({ start, end }) => ({
          items: [{ date: start, scoringType: "sms", sent: 45, delivered: 40 }],
          end,
        }),
        listSentMessages: ({ page, pageSize }) => {
          asked.push(page);
          const first = (page - 1) * pageSize;
          const items = Array.from({ length: Math.max(0, Math.min(pageSize, 45 - first)) }, (_, at) => ({
            messageId: `m${first + at}`,
            messageCount: 1,
            uid: "007",
            scoringType: "sms",
            sent: 1,
          }));
          return { items, total: 45 };
        },
      }),
    );
    await renderApp(routes, api, { path: "/reports/sendings/2026-11-02?page=7" });
    await heading("Wysyłki z\u00a002/11/2026");
    expect(screen.getByText(/^Wyświetlono 41 - 45 z/)).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /^Razem 45 40/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Poprzednia strona" }));
    expect(await screen.findByRole("row", { name: /^m20 / })).toBeInTheDocument();
    expect(asked).toEqual([7, 3, 2]);
  });
});
