import type { DownloadedFile } from "../../api/files";
import latin from "../../theme/fonts/inter-latin.woff2?inline";
import polish from "../../theme/fonts/inter-polish.woff2?inline";
import { cssVariables, FONT, palettes } from "../../theme/palettes";
import type { Surface } from "./surface";

interface PictureWords {
  readonly title: string;
  readonly about: string;
  /** The product's name, shown at the bottom. */
  readonly product: string;
}

const MARGIN = 24;
const HEAD = 76;
const FOOT = 40;
/** The pixels of the image per pixel of the drawing, so that it is sharp on every screen. */
const SHARPNESS = 2;

/**
 * Makes a file of a drawing: its title above, the product's name below, on a light background in either mode. The font
 * is embedded, so that it looks the same everywhere.
 */
export async function makePicture(
  kind: "png" | "svg",
  drawing: string,
  surface: Surface,
  words: PictureWords,
): Promise<DownloadedFile> {
  const width = surface.width + 2 * MARGIN;
  const height = surface.height + HEAD + FOOT;
  const svg = withColours(svgOf(drawing, words, width, height));
  const name = `${fileStem(words)}.${kind}`;
  if (kind === "svg") return { name, blob: new Blob([svg], { type: "image/svg+xml" }) };
  return { name, blob: await pixels(svg, width, height) };
}

function svgOf(drawing: string, { title, about, product }: PictureWords, width: number, height: number): string {
  const letters = [
    [latin, "U+0020-007E,U+00A0-00FF,U+2010-2026,U+20AC,U+2190-2193,U+2212,U+2264-2265"],
    [polish, "U+0104-0107,U+0118-0119,U+0141-0144,U+015A-015B,U+0179-017C"],
  ].map(
    ([font, range]) =>
      `@font-face{font-family:"Inter Variable";font-weight:400 700;src:url(${font}) format("woff2");unicode-range:${range}}`,
  );
  const foot = height - FOOT / 2 + 4;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="${FONT.replaceAll('"', "'")}" font-size="12">` +
    `<title>${escaped(title)}</title><style>${letters.join("")}</style>` +
    `<rect width="${width}" height="${height}" fill="var(--color-bg-container)"/>` +
    `<text x="${MARGIN}" y="36" font-size="20" font-weight="650" fill="var(--color-text)">${escaped(title)}</text>` +
    `<text x="${MARGIN}" y="58" font-size="13" fill="var(--color-text-secondary)">${escaped(about)}</text>` +
    `<g transform="translate(${MARGIN} ${HEAD})">${drawing}</g>` +
    `<g transform="translate(${MARGIN} ${foot - 14}) scale(0.56)"><rect width="32" height="32" rx="8" fill="var(--color-primary)"/>` +
    `<path d="M5 17h5l3-8 5 15 3.5-9 1.5 2h4" fill="none" stroke="var(--color-text-light-solid)" stroke-width="2.6" ` +
    `stroke-linecap="round" stroke-linejoin="round"/></g>` +
    `<text x="${MARGIN + 26}" y="${foot}" font-size="13" font-weight="650" fill="var(--color-text)">${escaped(product)}</text></svg>`
  );
}

/** Replaces the variables by the light colours, because variables are unknown outside our pages. */
function withColours(svg: string): string {
  const colours = cssVariables(palettes.light);
  return svg.replace(/var\((--[a-z0-9-]+)\)/g, (whole, name: string) => colours[name] ?? whole);
}

async function pixels(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture came of the canvas"))), "image/png");
  });
}

function fileStem({ title, about }: PictureWords): string {
  const stem = `${title} ${about}`.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return stem.slice(0, 80).replace(/-$/, "").toLowerCase();
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
