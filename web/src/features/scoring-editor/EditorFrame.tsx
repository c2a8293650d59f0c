import { useEffect, useState, type ReactNode } from "react";
import { Navigate, Outlet, useLoaderData, useLocation } from "react-router";
import { useApi } from "../../api/api-context";
import { paths } from "../../lib/paths";
import { showSnackbar } from "../../stores/app-store";
import { unsaved } from "../../stores/unsaved-store";
import { useMe } from "../session";
import { createBacktest } from "./actions/backtest";
import { createPreview } from "./actions/preview";
import { createSaving, formOf, type Waiting } from "./actions/saving";
import { EditorProvider, useDraft, type Editor } from "./editor-context";
import { ENTERING, isEntering } from "./entering";
import { ConflictDialog } from "./frame/ConflictDialog";
import styles from "./frame/Frame.module.css";
import { Leaving } from "./frame/Leaving";
import { Locked } from "./frame/Locked";
import { NameField } from "./frame/NameField";
import { usePage } from "./frame/navigation";
import { SaveFault } from "./frame/SaveFault";
import { SaveState } from "./frame/SaveState";
import { Stepper } from "./frame/Stepper";
import { useAutosave } from "./frame/use-autosave";
import type { EditorData } from "./loader";
import { editorMessages as messages } from "./messages";
import { ACTIVE } from "../../lib/status";
import { toDraft } from "./model/draft";
import { withLead } from "./model/lead";
import { settingsBefore } from "./model/past";
import { hasReached, openingPage, stepOf } from "./model/steps";
import { createEditorStore } from "./store";

export { editorLoader as loader, revalidateEditor as shouldRevalidate } from "./loader";
export { EditorFrame as Component };

/** Long enough to read why another page was opened. */
const REASON_MS = 10_000;

/** The frame of every page of the editor: one scoring, which all pages edit. */
function EditorFrame(): ReactNode {
  const data = useLoaderData<EditorData>();
  const location = useLocation();
  const { accountId } = useMe();
  const { id } = data.scoring;
  // Checked once: history entries that the browser makes itself, such as a jump on the page, have no mark.
  const [entered, setEntered] = useState<{ readonly id: string; readonly waiting: Waiting | undefined }>();
  if (entered?.id !== id) {
    const waiting = unsaved(formOf(id), accountId) as Waiting | undefined;
    if (!isEntering(location) && !waiting) return <TurnedAway key={location.key} />;
    setEntered({ id, waiting });
    return null;
  }
  return <OpenEditor key={id} data={data} waiting={entered.waiting} />;
}

/** The redirect for a pasted address. */
function TurnedAway(): ReactNode {
  // Shown once, by the page that is left.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => void showSnackbar({ message: messages.turnedAway }, { type: "info", timeout: REASON_MS }), []);
  return <Navigate to={paths.scoring} replace />;
}

interface OpenEditorProps {
  readonly data: EditorData;
  readonly waiting: Waiting | undefined;
}

function OpenEditor({ data, waiting }: OpenEditorProps): ReactNode {
  const api = useApi();
  const { accountId } = useMe();
  const [editor] = useState((): Editor => {
    const loaded = toDraft(data.scoring, data.constants);
    const store = createEditorStore(withLead(loaded, data), waiting?.draft);
    return {
      store,
      saving: createSaving(api, store, accountId, data.constants),
      preview: createPreview(api, store),
      backtest: createBacktest(api, store, settingsBefore(loaded, data)),
      data,
    };
  });
  useAutosave(editor);
  return (
    <EditorProvider value={editor}>
      <Leaving />
      <ConflictDialog />
      <OnItsPage />
    </EditorProvider>
  );
}

/** The page of the address, if this scoring has it and has reached it; otherwise the page where it was left. */
function OnItsPage(): ReactNode {
  const [draft] = useDraft();
  const { key } = useLocation();
  const page = usePage();
  const step = stepOf(draft, page);
  if (!step || !hasReached(draft, step)) {
    // A new key for each location: the redirect of an earlier one may have been interrupted by this navigation.
    return <Navigate key={key} to={paths.edit(openingPage(draft), draft.id)} state={ENTERING} replace />;
  }
  return (
    <div className={styles["frame"]} data-locked={draft.status === ACTIVE}>
      <div className={styles["head"]}>
        <NameField />
        <SaveState />
      </div>
      <Stepper />
      {draft.status === ACTIVE && <Locked />}
      <SaveFault />
      <Outlet key={page} />
    </div>
  );
}
