import PrinterOutlined from "@ant-design/icons-svg/es/asn/PrinterOutlined";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useLoaderData } from "react-router";
import { isOn } from "../../../flags/flags";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Loaded } from "../../../ui/Loaded";
import { AverageParts } from "../average/AveragePage";
import { Details } from "../details/DetailsPage";
import { Exclusions } from "../exclusions/Exclusions";
import { useAbout } from "../frame/use-about";
import { useReport } from "../frame/use-report";
import type { PrintData } from "./loader";
import { printMessages as messages } from "./messages";
import styles from "./Print.module.css";

/** The tabs on one page, for paper: of what and when above, the figures with their tables below. */
export function PrintPage(): ReactNode {
  const { exclusions, average } = useLoaderData<PrintData>();
  const { channel } = useReport();
  const about = useAbout();
  const web = channel === "web";
  return (
    <div className={styles["pages"]}>
      <div className={styles["head"]}>
        <p>{about}</p>
        <span data-screen>
          <Button type="primary" icon={<Icon of={PrinterOutlined} />} onClick={() => window.print()}>
            <FormattedMessage {...messages.print} />
          </Button>
        </span>
      </div>
      <Details exclusions={exclusions} />
      {!web && <Loaded of={exclusions}>{(answer) => <Exclusions exclusions={answer} />}</Loaded>}
      {!web && isOn("FF_2235") && <AverageParts data={average} />}
    </div>
  );
}
