import PrinterOutlined from "@ant-design/icons-svg/es/asn/PrinterOutlined";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData } from "react-router";
import { isOn } from "../../../flags/flags";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Logo } from "../../../ui/Logo";
import { PageHeader } from "../../../ui/PageHeader";
import { PageButton } from "../../../ui/PageLink";
import { PagePart } from "../../../ui/PagePart";
import { AverageParts } from "../average/AveragePage";
import { Details } from "../details/DetailsPage";
import { Exclusions } from "../exclusions/Exclusions";
import { FluctuationParts } from "../fluctuation/FluctuationPage";
import { Controls } from "../frame/Controls";
import { Lift } from "../lift/LiftPage";
import { useScope } from "../report/use-about";
import { useFrame, useReport } from "../report/use-report";
import type { PrintData } from "./loader";
import { frameMessages } from "../frame/messages";
import { printMessages as messages } from "./messages";
import styles from "./Print.module.css";
import { usePages } from "./use-pages";

export { printLoader as loader } from "./loader";
export { PrintPage as Component };

/** The reasons for a missing movement: the result is the first one, or the address has no days in order. */
const ALONE: ReadonlySet<string | undefined> = new Set(["REPORT_NOT_FOUND", "RANGE_INVALID"]);

/** The preview of the printed report: all tabs on sheets of A4, with the page breaks of the print. */
function PrintPage(): ReactNode {
  const { scoring } = useReport();
  const { view } = useFrame();
  const [pages, measure] = usePages();
  const last = pages.at(-1);
  return (
    <>
      <p data-screen className="muted">
        <span className={styles["sheets"]}>
          <FormattedMessage {...messages.preview} />
        </span>
        <span className={styles["narrow"]}>
          <FormattedMessage {...messages.narrow} />
        </span>{" "}
        <FormattedMessage {...messages.save} />
      </p>
      <div data-screen className={styles["bar"]}>
        <Controls />
        <div className={styles["actions"]}>
          <PageButton label={messages.back} to={paths.report(scoring.id, view)} />
          <Button
            label={messages.print}
            type="primary"
            icon={<Icon of={PrinterOutlined} />}
            onClick={() => window.print()}
          />
        </div>
      </div>
      <div className={styles["desk"]}>
        <article className={styles["paper"]} data-mode="light" style={{ minHeight: last && last.top + last.height }}>
          {pages.map(({ top, height }, at) => (
            <div key={at} className={styles["sheet"]} style={{ top, height }} aria-hidden>
              {pages.length > 1 && `${at + 1} / ${pages.length}`}
            </div>
          ))}
          <div ref={measure} className={styles["content"]}>
            <PageHeader title={scoring.name || frameMessages.title} description={useScope()} actions={<Logo />} />
            <Report />
          </div>
        </article>
      </div>
    </>
  );
}

function Report(): ReactNode {
  const { exclusions, average, fluctuation, lift } = useLoaderData<PrintData>();
  const web = useReport().channel === "web";
  return (
    <>
      <Details exclusions={exclusions} />
      {!web && <PagePart of={exclusions}>{(answer) => <Exclusions exclusions={answer} />}</PagePart>}
      {!web && isOn("FF_2235") && <AverageParts data={average} />}
      {!ALONE.has(fluctuation.fault?.reason) && (
        <PagePart of={fluctuation}>{(answer) => <FluctuationParts answer={answer} />}</PagePart>
      )}
      <PagePart of={lift}>{(answer) => answer.items.length > 0 && <Lift answer={answer} />}</PagePart>
    </>
  );
}
