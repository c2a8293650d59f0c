import { fromJson } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { GetPartitionSummaryResponseSchema, ReportService } from "../../../gen/puls/reports/v1/report_service_pb";
import { movement } from "../../../test/sample-movement";
import { sampleAverages } from "../../../test/sample-reports";
import { expectAccessible, renderApp } from "../../../test/render-app";
import { ID, PARTITION, refusal, sampleApi } from "../../../test/sample-api";
import { routes } from "../../../app/routes";

const PRINT = `/reports/scoring/summary/${ID}/print`;
const reports = {
  getPartitionSummary: () => fromJson(GetPartitionSummaryResponseSchema, PARTITION),
  listGeneratedDates: () => ({ items: ["2026-11-02", "2026-11-01"] }),
  getExcludedReasonsSummary: () => ({}),
  getPartitionAverages: sampleAverages,
  ...movement,
};
const names = (): string[] => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

describe("the report on paper", () => {
  test("holds the figures of every tab", async () => {
    const api = sampleApi((router) => router.service(ReportService, reports));
    await renderApp(routes, api, { path: PRINT, language: "en" });
    expect(await screen.findByText("32 up, 40 down, 818 unchanged", {}, { timeout: 30_000 })).toBeInTheDocument();
    const matrix = within(screen.getByRole("table", { name: /^Where they were/ })).getAllByRole("row");
    expect(matrix.at(-1)).toHaveTextContent("983");
    expect(screen.getByRole("row", { name: "New contact 30 0" })).toBeInTheDocument();
    expect(screen.getByText(/click 18\.0 times as often as/)).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /^21–40 200 190/ })).toBeInTheDocument();
    await expectAccessible();
  });

  test("is light in each mode, with the scope of the figures below its name", async () => {
    const api = sampleApi((router) => router.service(ReportService, reports));
    await renderApp(routes, api, { path: PRINT, language: "en" });
    const paper = await screen.findByRole("article");
    expect(paper).toHaveAttribute("data-mode", "light");
    expect(within(paper).getByRole("heading", { level: 1, name: "Newsletter" })).toBeInTheDocument();
    expect(within(paper).getByText(/^E-mail · 02\/11\/2026/)).toBeInTheDocument();
    expect(within(paper).queryByRole("button", { name: "Print" })).toBeNull();
  });

  test("is the one action of its preview, which leads back to the report", async () => {
    const api = sampleApi((router) => router.service(ReportService, reports));
    const router = await renderApp(routes, api, { path: `${PRINT}?scoringType=mailing`, language: "en" });
    expect(await screen.findByRole("button", { name: "Print" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Create group" })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Exclusions" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Back to the report" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(PRINT.replace("print", "details")));
    expect(router.state.location.search).toBe("?scoringType=mailing");
  });

  test("leaves out what the day does not have", async () => {
    const api = sampleApi((router) =>
      router.service(ReportService, {
        ...reports,
        getFluctuation: () => {
          throw refusal(404, "REPORT_NOT_FOUND");
        },
        getLift: () => ({ generatedDate: "2026-11-02", completeOn: "2026-11-16" }),
      }),
    );
    await renderApp(routes, api, { path: PRINT, language: "en" });
    expect(await screen.findByRole("table", { name: "Exclusions" })).toBeInTheDocument();
    expect(names()).not.toContain("Movement between bands");
    expect(names()).not.toContain("Responses by score");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  test("says which part failed and keeps the others", async () => {
    const api = sampleApi((router) =>
      router.service(ReportService, {
        ...reports,
        getFluctuation: () => {
          throw refusal(503);
        },
      }),
    );
    await renderApp(routes, api, { path: PRINT, language: "en" });
    expect(await screen.findByText(/click 18\.0 times as often as/)).toBeInTheDocument();
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });
});
