import DownloadOutlined from "@ant-design/icons-svg/es/asn/DownloadOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { lazyPart } from "../../../ui/lazy-part";
import { frameMessages as messages } from "./messages";

const DownloadDialog = lazyPart(async () => (await import("../download/DownloadDialog")).DownloadDialog);

/** Opens the dialog that makes a file of the result. */
export function DownloadButton(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon of={DownloadOutlined} />} onClick={() => setOpen(true)}>
        <FormattedMessage {...messages.download} />
      </Button>
      {open && <DownloadDialog onClose={() => setOpen(false)} />}
    </>
  );
}
