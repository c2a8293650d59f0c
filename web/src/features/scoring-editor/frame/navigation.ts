import { useLocation, useNavigate } from "react-router";
import { paths } from "../../../lib/paths";
import { useEditor } from "../editor-context";
import { ENTERING } from "../entering";
import type { Page } from "../model/steps";

/** The page of the editor in the address; "" at its root. */
export function usePage(): string {
  return useLocation().pathname.slice(paths.scoringEdit.length).replace(/\/$/, "");
}

/** Goes to another page of this editor. */
export function useGo(): (page: Page) => void {
  const { data } = useEditor();
  const navigate = useNavigate();
  return (page) => void navigate(paths.edit(page, data.scoring.id), { state: ENTERING });
}
