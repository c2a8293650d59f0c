import { useState, type ReactNode } from "react";
import { Navigate, Outlet, useLoaderData, useLocation } from "react-router";
import { useApi } from "../../api/api-context";
import { scoringIndexPath } from "../../lib/paths";
import { unsaved } from "../../stores/unsaved-store";
import { useMe } from "../session";
import { createPreview } from "./actions/preview";
import { createSaving, formOf } from "./actions/saving";
import { EditorProvider, type Editor } from "./editor-context";
import { isEntering } from "./entering";
import type { EditorData } from "./loader";
import { toDraft, type Draft } from "./model/draft";
import { createEditorStore } from "./store";

/** What stands round every page of the editor: one scoring, which all pages edit. */
export function EditorFrame(): ReactNode {
  const data = useLoaderData<EditorData>();
  const location = useLocation();
  const { accountId } = useMe();
  const waiting = unsaved(formOf(data.scoring.id), accountId) as Draft | undefined;
  if (!isEntering(location) && !waiting) return <Navigate to={scoringIndexPath("/")} replace />;
  return <OpenEditor key={data.scoring.id} data={data} waiting={waiting} />;
}

function OpenEditor({ data, waiting }: { readonly data: EditorData; readonly waiting: Draft | undefined }): ReactNode {
  const api = useApi();
  const { accountId } = useMe();
  const [editor] = useState((): Editor => {
    const store = createEditorStore(toDraft(data.scoring, data.constants), waiting);
    return {
      store,
      saving: createSaving(api, store, accountId, data.constants),
      preview: createPreview(api, store),
      data,
    };
  });
  return (
    <EditorProvider value={editor}>
      <Outlet />
    </EditorProvider>
  );
}
