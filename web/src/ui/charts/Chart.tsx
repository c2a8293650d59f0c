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
  /** In the picture and its name; on screen the heading above says it. */
  readonly title: string;
  /** In the picture below the title: of what, when. */
  readonly about: string;
  /** In pixels, on screen. */
  readonly height?: number;
  /** Beside the drawing, for readers and keys: what points at it. */
  readonly pointer?: ReactNode;
  /** The drawing: shapes of an SVG that take their room from `useSurface` and their colours from attributes. */
  readonly children: ReactNode;
}

/** The drawing's room in a picture. */
const PICTURE: Surface = { width: 912, height: 440, still: true };

/** A drawing in the width that there is, with a menu to take it away as a picture. Its numbers stand in a table too. */
export function Chart({ title, about, height = 300, pointer, children }: ChartProps): ReactNode {
  const { formatMessage } = useIntl();
  const [width, measure] = useWidth();
  const [pictured, setPictured] = useState(false);
  const picture = useRef<SVGSVGElement>(null);
  const save = async (kind: "png" | "svg"): Promise<void> => {
    // Drawn once more, in the picture's size whatever the screen's, and taken away again.
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
      <div className={styles["menu"]}>
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

/** The shapes of a drawing as XML, which a picture is: HTML would write a space that does not break as `&nbsp;`. */
function shapesOf(drawing: SVGSVGElement | null): string {
  const writer = new XMLSerializer();
  return [...(drawing?.childNodes ?? [])].map((shape) => writer.serializeToString(shape)).join("");
}

/** The width of an element, measured when it is there and whenever it changes; 0 before. */
function useWidth(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const read = (): void => setWidth(element.clientWidth || FALLBACK_WIDTH);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}

/** Where there is no layout to measure. */
const FALLBACK_WIDTH = 480;
