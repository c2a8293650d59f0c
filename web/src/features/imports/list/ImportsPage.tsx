import InboxOutlined from "@ant-design/icons-svg/es/asn/InboxOutlined";
import UploadOutlined from "@ant-design/icons-svg/es/asn/UploadOutlined";
import type { ReactNode } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { clientOf } from "../../../api/api";
import { ImportService } from "../../../api/services";
import { useApi } from "../../../api/api-context";
import { paths } from "../../../lib/paths";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { PageHeader } from "../../../ui/PageHeader";
import { PageButton } from "../../../ui/PageLink";
import { Pager } from "../../../ui/Pager";
import { StatePanel } from "../../../ui/StatePanel";
import { useReloaded } from "../../../ui/use-poll";
import type { ImportsData } from "../loader";
import { isMoving } from "../model/outcome";
import { SampleButton } from "../SampleButton";
import { ImportsTable } from "./ImportsTable";
import { importsRouteMessages, listMessages as messages } from "../messages";
import { wordMessages } from "../../../i18n/word-messages";

export { importsLoader as loader } from "../loader";
export { ImportsPage as Component };

const POLL_MS = 2_000;

/** All uploaded files with their outcomes. */
function ImportsPage(): ReactNode {
  const navigate = useNavigate();
  const api = useApi();
  const loaded = useLoaderData<ImportsData>();
  const { page, pageSize, total, ownUid } = loaded;
  const reload = async (signal: AbortSignal): Promise<ImportsData> => {
    const { items } = await clientOf(api, ImportService).listImports({ page, pageSize }, { signal });
    return { ...loaded, items };
  };
  const { items } = useReloaded(loaded, reload, (data) => data.items.some(isMoving), POLL_MS);
  const show = (next: number): void => void navigate({ search: next === 1 ? "" : `?page=${next}` });
  const upload = (
    <PageButton
      label={wordMessages.uploadFile}
      type="primary"
      icon={<Icon of={UploadOutlined} />}
      to={paths.uploadOf("contacts")}
    />
  );
  return (
    <>
      <PageHeader
        title={importsRouteMessages.title}
        description={messages.lead}
        actions={total > 0 ? upload : undefined}
      />
      <Card flush>
        {total === 0 ? (
          <StatePanel
            icon={<Icon of={InboxOutlined} />}
            title={messages.empty}
            text={messages.emptyText}
            actions={
              <>
                {upload}
                <SampleButton kind="contacts" />
              </>
            }
          />
        ) : (
          <>
            <ImportsTable items={items} ownUid={ownUid} />
            <Pager page={page} pageSize={pageSize} total={total} onPage={show} onSize={() => show(1)} />
          </>
        )}
      </Card>
    </>
  );
}
