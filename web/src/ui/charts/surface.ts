import { createContext, use } from "react";

/** What a chart is drawn on: pixels on screen, or those of the picture. */
export interface Surface {
  readonly width: number;
  readonly height: number;
  /** It grows when it is first seen; a picture does not. */
  readonly still: boolean;
}

export const SurfaceContext = createContext<Surface>({ width: 480, height: 300, still: true });

export function useSurface(): Surface {
  return use(SurfaceContext);
}

/** Room round what is drawn, for axes and their titles. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** About how wide a text of the charts' size is, in pixels. */
export function textWidth(text: string, size = 12): number {
  return text.length * size * 0.56;
}
