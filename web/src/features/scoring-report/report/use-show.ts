import { useLocation, useNavigate } from "react-router";
import { paths, type ReportView } from "../../../lib/paths";
import { tabOf } from "./tabs";
import { useFrame } from "./use-report";

/** Changes the view of the report in the open tab. The tab's own parameters stay in the address. */
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

/** The parameters that all tabs share; `channel` is an earlier name. */
const SHARED = ["scoringType", "channel", "date", "uids", "userFilter"];
