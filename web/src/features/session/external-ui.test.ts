import { expect, test } from "vitest";
import { externalLink } from "./external-ui";

const ui = (externalLinks: Record<string, string>) => ({
  sideMenu: [],
  language: "",
  externalLinks,
  topBar: undefined,
});

test("the longest route that covers a page decides where its expired session goes", () => {
  const links = ui({ "/scoring/": "https://a.example/s", "/scoring/list": "https://a.example/l" });
  expect(externalLink(links, "/scoring/list")).toBe("https://a.example/l");
  expect(externalLink(links, "/scoring/edit/events")).toBe("https://a.example/s");
  expect(externalLink(links, "/scoringx")).toBeUndefined();
  expect(externalLink(links, "/settings")).toBeUndefined();
  expect(externalLink(undefined, "/settings")).toBeUndefined();
});

test("only https addresses lead anywhere", () => {
  expect(externalLink(ui({ "/settings": "javascript:alert(1)" }), "/settings")).toBeUndefined();
});
