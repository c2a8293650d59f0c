import { useCallback, useState } from "react";

/** A sheet behind the content, in pixels from the content's top. */
interface Page {
  readonly top: number;
  readonly height: number;
}

/** A4 at 96 dpi with the margins of the print. */
const WIDTH = 794;
const HEIGHT = 1123;
const MARGIN = 54;
/** Between two sheets. */
const GAP = 24;

/** The sheets that the content needs, and the ref that measures it whenever it grows. */
export function usePages(): [readonly Page[], (content: HTMLElement | null) => (() => void) | undefined] {
  const [pages, setPages] = useState<readonly Page[]>([{ top: 0, height: HEIGHT }]);
  const measure = useCallback((content: HTMLElement | null) => {
    if (!content) return undefined;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setPages(paginate(content)));
    });
    observer.observe(content);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  return [pages, measure];
}

/**
 * Moves each section that would be cut by the end of a sheet to the next one and marks it for the print, which breaks
 * there too. A section higher than a sheet makes its sheet longer. On a narrow screen there is one long sheet.
 */
function paginate(content: HTMLElement): readonly Page[] {
  for (const first of content.querySelectorAll<HTMLElement>("[data-break]")) {
    delete first.dataset["break"];
    first.style.marginTop = "";
  }
  const origin = content.getBoundingClientRect().top;
  const sections = [...content.querySelectorAll<HTMLElement>("section, [data-notice]:not(section *)")].filter(
    (section) => section.checkVisibility(),
  );
  let page = { top: 0, height: content.offsetWidth < WIDTH ? Infinity : HEIGHT };
  const pages = [page];
  let end = 0;
  for (const section of sections) {
    const first = beginningOf(section, content);
    const top = first.getBoundingClientRect().top - origin;
    const bottom = section.getBoundingClientRect().bottom - origin;
    if (end > page.top && bottom > page.top + page.height - MARGIN) {
      page.height = Math.max(page.height, end + MARGIN - page.top);
      const next = page.top + page.height + GAP;
      first.dataset["break"] = "";
      first.style.marginTop = `${next + MARGIN - top}px`;
      page = { top: next, height: HEIGHT };
      pages.push(page);
      end = bottom + next + MARGIN - top;
    } else {
      end = bottom;
    }
  }
  page.height = Math.max(HEIGHT, end + MARGIN - page.top);
  return pages;
}

/** The element that begins a section: its wrapper, or the sentence above, which is never left alone. */
function beginningOf(section: HTMLElement, content: HTMLElement): HTMLElement {
  let first = section;
  while (first.parentElement && first.parentElement !== content && first.parentElement.childElementCount === 1)
    first = first.parentElement;
  const above = first.previousElementSibling;
  const sentence = above instanceof HTMLElement && above.localName !== "header" && above.checkVisibility();
  return sentence && !above.matches("section, :has(section)") ? above : first;
}
