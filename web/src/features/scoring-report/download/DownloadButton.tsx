import DownloadOutlined from "@ant-design/icons-svg/es/asn/DownloadOutlined";
import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { lazyPart } from "../../../ui/lazy-part";
import type { DownloadProps } from "./DownloadDialog";

const DownloadDialog = lazyPart(async () => (await import("./DownloadDialog")).DownloadDialog);

interface DownloadButtonProps extends Pick<DownloadProps, "changes"> {
  readonly children: ReactNode;
}

/** Opens the dialog that makes a file of the result, or of its changes. */
export function DownloadButton({ changes, children }: DownloadButtonProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon of={DownloadOutlined} />} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {open && <DownloadDialog changes={changes} onClose={() => setOpen(false)} />}
    </>
  );
}
