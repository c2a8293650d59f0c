import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useApi } from "../../api/api-context";
import { ImportService } from "../../api/services";
import { saveFile } from "../../api/files";
import type { ImportKind } from "../../api/upload";
import { showSnackbar } from "../../stores/app-store";
import { Button } from "../../ui/Button";
import { useSubmission } from "../../ui/use-submission";
import { useDelimiter } from "../../i18n/delimiter";
import { sampleMessages as messages, kindMessages } from "./messages";

/** Downloads a sample file of a kind. */
export function SampleButton({ kind }: { readonly kind: ImportKind }): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const delimiter = useDelimiter();
  const { busy, submit } = useSubmission(
    async () => saveFile(await api.download(ImportService.method.getSampleFile, { kind, delimiter })),
    () => showSnackbar({ message: messages.failed }, { type: "error" }),
  );
  return (
    <Button
      label={messages.download}
      type="link"
      size="small"
      loading={busy}
      aria-label={formatMessage(messages.of, { kind: formatMessage(kindMessages[kind]) })}
      onClick={() => void submit(undefined)}
    />
  );
}
