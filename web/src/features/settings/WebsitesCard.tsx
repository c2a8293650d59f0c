import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Form, Input, Select } from "antd";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { useApi } from "../../api/api-context";
import type { WebTrackingAccount } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { formatMomentDay } from "../../lib/dates";
import { showSnackbar } from "../../stores/app-store";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DataTable } from "../../ui/DataTable";
import { Dialog } from "../../ui/Dialog";
import { FaultAlert } from "../../ui/FaultAlert";
import { NoValue } from "../../ui/NoValue";
import { useFormSubmission } from "../../ui/use-form-submission";
import { useSubmission } from "../../ui/use-submission";
import { useMe } from "../session";
import { websiteMessages as messages } from "./messages";
import styles from "./SettingsPage.module.css";

interface WebsitesCardProps {
  readonly websites: readonly WebTrackingAccount[];
  readonly uids: readonly string[];
}

interface WebsiteValues {
  readonly domain: string;
  readonly uid: string;
}

const PLACES = {
  paths: { domain: "domain", uid: "uid" },
  reasons: { TRACKING_EXISTS: "domain", TRACKING_UID_UNKNOWN: "uid" },
} as const;

/** The websites whose visitors are tracked: lead scoring stands on them. */
export function WebsitesCard({ websites, uids }: WebsitesCardProps): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [form] = Form.useForm<WebsiteValues>();
  const [asked, setAsked] = useState<WebTrackingAccount>();
  const adding = useFormSubmission<WebsiteValues>(form, PLACES, async ({ domain, uid }) => {
    const added = hostOf(domain);
    await api.tracking.createWebTrackingAccount({ domain: added, uid });
    showSnackbar({ message: messages.added, values: { domain: added } });
    form.resetFields();
    await revalidate();
  });
  const removing = useSubmission<WebTrackingAccount>(async ({ siClientId, domain }) => {
    await api.tracking.deleteWebTrackingAccount({ siClientId });
    showSnackbar({ message: messages.removed, values: { domain } });
    setAsked(undefined);
    await revalidate();
  });
  const required = [{ required: true, message: formatMessage(commonMessages.required) }];
  return (
    <Card title={<FormattedMessage {...messages.title} />} description={<FormattedMessage {...messages.lead} />}>
      <div className={styles["stack"]}>
        {websites.length > 0 ? (
          <Websites websites={websites} onRemove={setAsked} />
        ) : (
          <p>
            <FormattedMessage {...messages.none} />
          </p>
        )}
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ uid: uids[0] }}
          onValuesChange={(changed: object) => adding.forget(changed)}
          onFinish={(values) => void adding.submit(values)}
        >
          {adding.fault && <FaultAlert fault={adding.fault} />}
          <div className={styles["row"]}>
            <Form.Item name="domain" label={<FormattedMessage {...messages.domain} />} rules={required}>
              <Input placeholder="sklep.example.com" autoComplete="off" maxLength={253} />
            </Form.Item>
            <Form.Item name="uid" label={<FormattedMessage {...messages.uid} />} rules={required}>
              <Select options={uids.map((uid) => ({ value: uid, label: uid }))} />
            </Form.Item>
          </div>
          <Button htmlType="submit" loading={adding.busy}>
            <FormattedMessage {...messages.add} />
          </Button>
        </Form>
      </div>
      {asked && (
        <Dialog
          title={<FormattedMessage {...messages.ask} values={{ domain: asked.domain }} />}
          onClose={() => setAsked(undefined)}
          footer={
            <>
              <Button onClick={() => setAsked(undefined)}>
                <FormattedMessage {...commonMessages.cancel} />
              </Button>
              <Button danger loading={removing.busy} onClick={() => void removing.submit(asked)}>
                <FormattedMessage {...messages.remove} />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage {...messages.askText} />
          </p>
          {removing.fault && <FaultAlert fault={removing.fault} />}
        </Dialog>
      )}
    </Card>
  );
}

/** The host of what somebody typed or pasted: an address of a page is as good as its domain. */
function hostOf(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/?#].*$/, "");
}

interface WebsitesProps {
  readonly websites: readonly WebTrackingAccount[];
  readonly onRemove: (website: WebTrackingAccount) => void;
}

function Websites({ websites, onRemove }: WebsitesProps): ReactNode {
  const { formatMessage } = useIntl();
  const { timeZone } = useMe();
  return (
    <DataTable caption={<FormattedMessage {...messages.title} />}>
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage {...messages.domain} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.uid} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.key} />
          </th>
          <th scope="col">
            <FormattedMessage {...messages.since} />
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {websites.map((website) => {
          const domain = website.domain === "" ? formatMessage(messages.unnamed) : website.domain;
          return (
            <tr key={website.siClientId}>
              <th scope="row">{domain}</th>
              <td>{website.uid}</td>
              <td>
                <code>{website.siClientId}</code>
              </td>
              <td>{website.since ? formatMomentDay(timestampDate(website.since), timeZone) : <NoValue />}</td>
              <td>
                <Button
                  type="text"
                  size="small"
                  aria-label={formatMessage(messages.removeOf, { domain })}
                  onClick={() => onRemove(website)}
                >
                  <FormattedMessage {...messages.remove} />
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </DataTable>
  );
}
