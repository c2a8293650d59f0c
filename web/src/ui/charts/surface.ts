import { createContext, use } from "react";

/** The drawing area of a chart: on screen, or in a saved image. */
export interface Surface {
  readonly width: number;
  readonly height: number;
  /** True if shapes must not grow when first shown, as in a saved image. */
  readonly still: boolean;
}

export const SurfaceContext = createContext<Surface>({ width: 480, height: 300, still: true });

export function useSurface(): Surface {
  return use(SurfaceContext);
}

/** The margins around the drawing, for axes and their titles. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The approximate width of a text of the given size, in pixels. */
export function textWidth(text: string, size = 12): number {
  return text.length * size * 0.56;
}
