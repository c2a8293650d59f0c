import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { heading } from "./pages";
import { openReport } from "./report-page";
import { expect, test } from "./test";

/** An image as decoded by another program. */
interface Drawn {
  readonly width: number;
  readonly height: number;
  /** Its number of colours, up to a few: one means a blank sheet. */
  readonly colours: number;
}

/** Downloads every picture that the page offers in both formats and opens each as an image. */
async function openPictures(page: Page): Promise<string[]> {
  const menus = page.getByRole("button", { name: /^(Pobierz wykres|Download the chart): / });
  await expect(menus.first()).toBeVisible();
  const names: string[] = [];
  for (const menu of await menus.all()) {
    const name = (await menu.textContent()) ?? "";
    for (const kind of ["SVG", "PNG"] as const) {
      await menu.click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: new RegExp(`${kind}$`) }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${kind.toLowerCase()}$`));
      const drawn = await drawnAs(page, kind, await readFile(await download.path()));
      expect(drawn.width, `${name}, ${kind}`).toBeGreaterThan(400);
      expect(drawn.height, `${name}, ${kind}`).toBeGreaterThan(200);
      expect(drawn.colours, `${name}, ${kind} is not blank`).toBeGreaterThan(3);
    }
    names.push(name);
  }
  return names;
}

async function drawnAs(page: Page, kind: "SVG" | "PNG", file: Buffer): Promise<Drawn> {
  const type = kind === "SVG" ? "image/svg+xml" : "image/png";
  return page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.drawImage(image, 0, 0);
      // Between the title above and the product's name below: each pixel is four bytes.
      const { data } = context.getImageData(0, canvas.height * 0.2, canvas.width, canvas.height * 0.7);
      const colours = new Set(new Uint32Array(data.buffer));
      return { width: image.naturalWidth, height: image.naturalHeight, colours: colours.size };
    },
    `data:${type};base64,${file.toString("base64")}`,
  );
}

/** Opens the page of a contact with scores over time. */
async function openContact(page: Page): Promise<void> {
  await page.goto("/contacts");
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/contacts\/\d+\/\d+/);
}

for (const language of ["pl", "en"] as const) {
  test(`every picture of every chart opens as an image (${language})`, async ({ page, demo }) => {
    test.setTimeout(240_000);
    await openReport(page, demo);
    await page.evaluate(
      (value) => localStorage.setItem("puls.preferences", value),
      JSON.stringify({ state: { chosenLanguage: language, colorMode: "light" }, version: 0 }),
    );
    const report = page.url().replace(/\/details.*/, "");
    const opened: string[] = [];
    for (const tab of ["details", "exclusions", "avg", "fluctuation", "lift"]) {
      await page.goto(`${report}/${tab}`);
      opened.push(...(await openPictures(page)));
    }
    await page.goto("/reports/sendings");
    opened.push(...(await openPictures(page)));
    await openContact(page);
    opened.push(...(await openPictures(page)));

    await page.goto("/scoring/channel");
    await page.getByRole("radio", { name: /Własne wagi|Custom weights/ }).check();
    await page.getByRole("textbox", { name: /^(Nazwa|Name)$/ }).fill(`Obraz ${language}`);
    for (const step of [/^Krok 1 z 3|^Step 1 of 3/, /^Krok 2 z 3|^Step 2 of 3/, /^Krok 3 z 3|^Step 3 of 3/]) {
      await page.getByRole("button", { name: /^(Dalej|Next)$/ }).click();
      await expect(heading(page, step)).toBeVisible();
    }
    await page.getByRole("button", { name: /^(Przelicz 13 tygodni|Calculate 13 weeks)$/ }).click();
    opened.push(...(await openPictures(page)));
    expect(opened.length, opened.join(", ")).toBeGreaterThanOrEqual(9);
  });
}
