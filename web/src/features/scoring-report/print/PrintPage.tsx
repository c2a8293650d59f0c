import PrinterOutlined from "@ant-design/icons-svg/es/asn/PrinterOutlined";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData, useNavigate } from "react-router";
import { isOn } from "../../../flags/flags";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { PagePart } from "../../../ui/PagePart";
import { AverageParts } from "../average/AveragePage";
import { Details } from "../details/DetailsPage";
import { Exclusions } from "../exclusions/Exclusions";
import { useFrame, useReport } from "../report/use-report";
import { FluctuationParts } from "../fluctuation/FluctuationPage";
import { Lift } from "../lift/LiftPage";
import type { PrintData } from "./loader";
import { printMessages as messages } from "./messages";
import styles from "./Print.module.css";

export { printLoader as loader } from "./loader";
export { PrintPage as Component };

/** The reasons for a missing movement: the result is the first one, or the address has no days in order. */
const ALONE: ReadonlySet<string | undefined> = new Set(["REPORT_NOT_FOUND", "RANGE_INVALID"]);

/** The tabs on one page, for paper: the figures with their tables. */
function PrintPage(): ReactNode {
  const { exclusions, average, fluctuation, lift } = useLoaderData<PrintData>();
  const { scoring, channel } = useReport();
  const { view } = useFrame();
  const navigate = useNavigate();
  const web = channel === "web";
  return (
    <div className={styles["pages"]}>
      <div data-screen className={styles["head"]}>
        <p>
          <FormattedMessage {...messages.preview} />
        </p>
        <Button onClick={() => void navigate(paths.report(scoring.id, view))}>
          <FormattedMessage {...messages.back} />
        </Button>
        <Button type="primary" icon={<Icon of={PrinterOutlined} />} onClick={() => window.print()}>
          <FormattedMessage {...messages.print} />
        </Button>
      </div>
      <Details exclusions={exclusions} />
      {!web && <PagePart of={exclusions}>{(answer) => <Exclusions exclusions={answer} />}</PagePart>}
      {!web && isOn("FF_2235") && <AverageParts data={average} />}
      {!ALONE.has(fluctuation.fault?.reason) && (
        <PagePart of={fluctuation}>{(answer) => <FluctuationParts answer={answer} />}</PagePart>
      )}
      <PagePart of={lift}>{(answer) => answer.items.length > 0 && <Lift answer={answer} />}</PagePart>
    </div>
  );
}
