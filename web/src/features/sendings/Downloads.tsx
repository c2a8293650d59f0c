import DownloadOutlined from "@ant-design/icons-svg/es/asn/DownloadOutlined";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useApi } from "../../api/api-context";
import { PARQUET } from "../../api/files";
import { SendingService } from "../../api/services";
import { useDelimiter } from "../../i18n/delimiter";
import { useLanguageStore } from "../../i18n/language";
import { downloadFile } from "../../stores/download-file";
import { Icon } from "../../ui/Icon";
import { Menu } from "../../ui/Menu";
import { queryOf } from "./loader";
import { sendingsMessages as messages } from "./messages";
import type { SendingsView } from "./view";

interface DownloadsProps {
  readonly view: SendingsView;
  /** The days, or the one day whose messages are wanted. */
  readonly of: { readonly start: string; readonly end: string } | { readonly date: string };
}

/** A menu that downloads the rows of all pages. */
export function Downloads({ view, of }: DownloadsProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const delimiter = useDelimiter();
  const language = useLanguageStore((state) => state.language);
  const [busy, setBusy] = useState(false);
  const load = async (accept: string): Promise<void> => {
    setBusy(true);
    const options = { ...queryOf(view), delimiter, language };
    const { exportSentMessages, exportSendings } = SendingService.method;
    await downloadFile(
      () =>
        "date" in of
          ? api.download(exportSentMessages, { ...options, ...of }, { accept })
          : api.download(exportSendings, { ...options, ...of }, { accept }),
      messages.downloaded,
    );
    setBusy(false);
  };
  const entries = (["text/csv", PARQUET] as const).map((accept) => ({
    key: accept,
    label: formatMessage(accept === PARQUET ? messages.parquet : messages.csv),
    onClick: () => void load(accept),
  }));
  return (
    <Menu
      name={formatMessage(messages.download)}
      groups={[{ key: "all", entries }]}
      button={{ type: "default", icon: <Icon of={DownloadOutlined} />, loading: busy }}
    >
      <FormattedMessage {...messages.download} />
    </Menu>
  );
}
