import { Checkbox, Form, Input, Select } from "antd";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { clientOf } from "../../api/api";
import { AccountService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { chooseLanguage, LANGUAGES, useLanguageStore } from "../../i18n/language";
import { countries, currencies } from "../../lib/regions";
import { showSnackbar } from "../../stores/app-store";
import { forgetUnsaved, keepUnsaved, unsaved } from "../../stores/unsaved-store";
import { Card } from "../../ui/Card";
import { FaultAlert } from "../../ui/FaultAlert";
import { LeaveGuard } from "../../ui/LeaveGuard";
import { useFormSubmission, type Places } from "../../ui/use-form-submission";
import { useMe } from "../session";
import type { SettingsData } from "./loader";
import { billingMessages, eventMessages, settingsMessages as messages } from "./messages";
import { BILLING_FIELDS, EVENT_TYPES, matches, toRequest, toValues, zoneLabel, type SettingsValues } from "./model";
import { HourPicker } from "./HourPicker";
import { RegionSelect } from "./RegionSelect";
import styles from "./SettingsPage.module.css";
import { Notice } from "../../ui/Notice";
import { Button } from "../../ui/Button";

/** Name under which typed values wait while the person signs in again. */
const FORM = "settings";

/** Languages by their own names; the server's are those of the specification, in lower case. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { pl: "Polski", en: "English" };

const PLACES: Places = {
  paths: {
    language: "language",
    timezone: "timezone",
    "Scoring.NightHour": "nightHour",
    "Web.TrackedEventTypeList": "events",
    ...Object.fromEntries(BILLING_FIELDS.map((name) => [`billing.${name}`, ["billing", name]])),
  },
  reasons: { ACCOUNT_TIMEZONE_UNKNOWN: "timezone", ACCOUNT_EVENT_TYPE_UNKNOWN: "events" },
};

/** General data, tracked events and billing: saved together, because the server takes them whole. */
export function SettingsForm({ data }: { readonly data: SettingsData }): ReactNode {
  const { formatMessage } = useIntl();
  const api = useApi();
  const { accountId } = useMe();
  const { revalidate } = useRevalidator();
  const [form] = Form.useForm<SettingsValues>();
  // What was typed before the session ended comes back once.
  const [typedBefore] = useState(() => unsaved(FORM, accountId) as SettingsValues | undefined);
  const [dirty, setDirty] = useState(typedBefore !== undefined);
  const zones = useMemo(
    () => data.timezones.map((zone) => ({ value: zone.name, label: zoneLabel(zone) })),
    [data.timezones],
  );
  // A language chosen in the user menu is the account's from then on: saving must not write the old one back.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(
    () =>
      useLanguageStore.subscribe(({ language }, { language: before }) => {
        if (language !== before) form.setFieldValue("language", language);
      }),
    [form],
  );
  const { busy, fault, submit, forget } = useFormSubmission<SettingsValues>(form, PLACES, async (values) => {
    await clientOf(api, AccountService).updateSettings(toRequest(values));
    forgetUnsaved(FORM);
    setDirty(false);
    showSnackbar({ message: messages.saved });
    const language = LANGUAGES.find((known) => known === values.language);
    if (language !== undefined && language !== useLanguageStore.getState().language) await chooseLanguage(language);
    await revalidate();
  });
  const search = { filterOption: (typed: string, option?: { label: string }) => matches(option?.label ?? "", typed) };
  const text = (name: keyof SettingsValues["billing"], autoComplete: string, maxLength: number): ReactNode => (
    <Form.Item name={["billing", name]} label={<FormattedMessage {...billingMessages[name]} />}>
      <Input autoComplete={autoComplete} maxLength={maxLength} />
    </Form.Item>
  );
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={typedBefore ?? toValues(data.settings)}
      validateTrigger="onSubmit"
      scrollToFirstError={{ focus: true }}
      className={styles["form"] ?? ""}
      onValuesChange={(changed: object, values) => {
        setDirty(true);
        forget(changed);
        keepUnsaved(FORM, accountId, values);
      }}
      onFinish={(values) => void submit(values)}
    >
      <LeaveGuard dirty={dirty} />
      {typedBefore !== undefined && dirty && (
        <Notice type="info" role="status" title={<FormattedMessage {...messages.restored} />} />
      )}
      <Card title={<FormattedMessage {...messages.general} />}>
        <div className={styles["row"]}>
          <Form.Item name="language" label={<FormattedMessage {...commonMessages.language} />}>
            <Select
              options={data.languages.map(({ code, name }) => ({ value: code, label: LANGUAGE_NAMES[code] ?? name }))}
            />
          </Form.Item>
          <Form.Item
            name="timezone"
            label={<FormattedMessage {...messages.timezone} />}
            extra={<FormattedMessage {...messages.timezoneHint} />}
            rules={[{ required: true, message: formatMessage(commonMessages.required) }]}
          >
            <Select showSearch={search} options={zones} notFoundContent={<FormattedMessage {...messages.noMatch} />} />
          </Form.Item>
          <Form.Item
            name="nightHour"
            label={<FormattedMessage {...messages.nightHour} />}
            extra={<FormattedMessage {...messages.nightHourHint} />}
          >
            <HourPicker />
          </Form.Item>
        </div>
        <Notice
          className={styles["note"] ?? ""}
          type="info"
          role="note"
          title={<FormattedMessage {...messages.timezoneNote} />}
        />
      </Card>
      <Card
        title={<FormattedMessage {...messages.events} />}
        description={<FormattedMessage {...messages.eventsLead} />}
      >
        <Form.Item name="events" className={styles["last"] ?? ""}>
          <Checkbox.Group
            className={styles["events"] ?? ""}
            options={EVENT_TYPES.map((type) => ({ value: type, label: formatMessage(eventMessages[type]) }))}
          />
        </Form.Item>
      </Card>
      <Card
        title={<FormattedMessage {...messages.billing} />}
        description={<FormattedMessage {...messages.billingLead} />}
      >
        <div className={styles["row"]}>
          {text("companyName", "organization", 200)}
          {text("taxId", "off", 30)}
          {text("street", "street-address", 200)}
          {text("postCode", "postal-code", 20)}
          {text("city", "address-level2", 100)}
          <Form.Item name={["billing", "country"]} label={<FormattedMessage {...billingMessages.country} />}>
            <RegionSelect list={countries} />
          </Form.Item>
          <Form.Item name={["billing", "currency"]} label={<FormattedMessage {...billingMessages.currency} />}>
            <RegionSelect list={currencies} />
          </Form.Item>
        </div>
      </Card>
      {fault && <FaultAlert fault={fault} />}
      <div className={styles["bar"]}>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
          <FormattedMessage {...messages.save} />
        </Button>
        {dirty && (
          <span className={styles["unsaved"]}>
            <FormattedMessage {...messages.unsaved} />
          </span>
        )}
      </div>
    </Form>
  );
}
