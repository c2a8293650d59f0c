import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { UiMenuItemSchema } from "../gen/puls/account/v1/ui_config_pb";
import { toEntries } from "./external-menu";

test("labels are looked up, unknown ones stand as they are, and addresses lead nowhere unsafe", () => {
  const item = (key: string, label: string, url: string) => create(UiMenuItemSchema, { key, label, url });
  const entries = toEntries(
    [
      item("a", "menu.a", "/settings"),
      item("b", "Plain", "https://system.example/"),
      item("c", "", "javascript:alert(1)"),
      item("d", "D", "//evil.example"),
    ],
    { "menu.a": "Ustawienia" },
  );
  expect(entries.map(({ label, url }) => [label, url])).toEqual([
    ["Ustawienia", "/settings"],
    ["Plain", "https://system.example/"],
    ["c", ""],
    ["D", ""],
  ]);
});
