import DownloadOutlined from "@ant-design/icons-svg/es/asn/DownloadOutlined";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useIntl } from "react-intl";
import { saveFile } from "../../api/files";
import { commonMessages } from "../../i18n/common-messages";
import { sayLostPart } from "../../i18n/lost-part";
import { isLostPart } from "../../lib/lost-parts";
import { showSnackbar } from "../../stores/app-store";
import { Icon } from "../Icon";
import { Menu } from "../Menu";
import styles from "./Chart.module.css";
import { chartMessages as messages } from "./messages";
import { SurfaceContext, type Surface } from "./surface";

interface ChartProps {
  /** The title in the saved image and its file name; on screen the heading above shows it. */
  readonly title: string;
  /** The subject and period, shown in the saved image below the title. */
  readonly about: string;
  /** The height on screen, in pixels. */
  readonly height?: number;
  /** An element beside the drawing that makes it accessible to screen readers and the keyboard. */
  readonly pointer?: ReactNode;
  /** The drawing: SVG shapes that take their size from `useSurface` and their colours from attributes. */
  readonly children: ReactNode;
}

/** The size of the drawing in a saved image. */
const PICTURE: Surface = { width: 912, height: 440, still: true };

/** A drawing in the available width, with a menu to save it as an image. Its numbers are also in a table. */
export function Chart({ title, about, height = 300, pointer, children }: ChartProps): ReactNode {
  const { formatMessage } = useIntl();
  const [width, measure] = useWidth();
  const [pictured, setPictured] = useState(false);
  const picture = useRef<SVGSVGElement>(null);
  const save = async (kind: "png" | "svg"): Promise<void> => {
    // Rendered once more in the size of the image, whatever the size of the screen, and removed again.
    flushSync(() => setPictured(true));
    const drawing = shapesOf(picture.current);
    setPictured(false);
    try {
      const { makePicture } = await import("./picture");
      const words = { title, about, product: formatMessage(commonMessages.product) };
      saveFile(await makePicture(kind, drawing, PICTURE, words));
    } catch (thrown) {
      if (isLostPart(thrown)) sayLostPart();
      else showSnackbar({ message: messages.failed }, { type: "error" });
    }
  };
  return (
    <div className={styles["chart"]}>
      <div ref={measure} className={styles["drawing"]} style={{ height }}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={formatMessage(messages.named, { title })}
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            fontSize={12}
            data-chart
          >
            <SurfaceContext value={{ width, height, still: false }}>{children}</SurfaceContext>
          </svg>
        )}
        {pointer && <SurfaceContext value={{ width, height, still: false }}>{pointer}</SurfaceContext>}
      </div>
      <div className={styles["menu"]} data-screen>
        <Menu
          name={formatMessage(messages.menu, { title })}
          groups={[
            {
              key: "save",
              entries: [
                { key: "png", label: formatMessage(messages.png), onClick: () => void save("png") },
                { key: "svg", label: formatMessage(messages.svg), onClick: () => void save("svg") },
              ],
            },
          ]}
        >
          <Icon of={DownloadOutlined} />
          <span className="visually-hidden">{formatMessage(messages.menu, { title })}</span>
        </Menu>
      </div>
      {pictured && (
        <svg ref={picture} className={styles["pictured"]} aria-hidden>
          <SurfaceContext value={PICTURE}>{children}</SurfaceContext>
        </svg>
      )}
    </div>
  );
}

/** The shapes of a drawing as XML, as required in an image: HTML would write a non-breaking space as `&nbsp;`. */
function shapesOf(drawing: SVGSVGElement | null): string {
  const writer = new XMLSerializer();
  return [...(drawing?.childNodes ?? [])].map((shape) => writer.serializeToString(shape)).join("");
}

/** The width of an element, measured on mount and on every change; 0 before. A print has the width of its paper. */
function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const read = (): void => setWidth(element.clientWidth || FALLBACK_WIDTH);
    // Browsers lay the page out for the paper right after this event, without one that the width has changed.
    const print = (): void => flushSync(() => setWidth(PAPER_WIDTH));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    addEventListener("beforeprint", print);
    addEventListener("afterprint", read);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", print);
      removeEventListener("afterprint", read);
    };
  }, []);
  return [width, measure];
}

/** The width used if there is no layout to measure. */
const FALLBACK_WIDTH = 480;
/** A4 at 96 dpi between the margins of the print. */
const PAPER_WIDTH = 686;
