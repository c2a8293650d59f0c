import { useLocation, useNavigate } from "react-router";
import { paths, type ReportView } from "../../../lib/paths";
import { tabOf } from "./tabs";
import { useFrame } from "./use-report";

/** Changes what the report shows, in the tab that is open. What the tab alone keeps in the address stays there. */
export function useShow(): (view: ReportView) => void {
  const navigate = useNavigate();
  const { scoring } = useFrame();
  const { pathname, search } = useLocation();
  return (view) => {
    const target = new URL(paths.report(scoring.id, view, tabOf(pathname)?.segment), window.location.origin);
    for (const [name, value] of new URLSearchParams(search)) {
      if (!SHARED.includes(name)) target.searchParams.append(name, value);
    }
    void navigate(target.pathname + target.search, { preventScrollReset: true });
  };
}

/** What all tabs share in the address; `channel` is an earlier name. */
const SHARED = ["scoringType", "channel", "date", "uids", "userFilter"];
