import { useEffect } from "react";
import { useEditor, useEditorState } from "../editor-context";
import { isAbout } from "../actions/preview";
import type { PreviewState } from "../store";

/** Previews the draft with the rules and the engine, and again after every change, while a page is open. */
export function useLiveFigures(distribution: boolean): void {
  const { preview } = useEditor();
  // It only observes input.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => preview.follow(distribution), [preview, distribution]);
}

/** The last response, and whether it is for the present draft. */
export function usePreviewState(): PreviewState & { readonly current: boolean } {
  const preview = useEditorState((state) => state.preview);
  const draft = useEditorState((state) => state.draft);
  return { ...preview, current: isAbout(preview.of, draft) };
}
