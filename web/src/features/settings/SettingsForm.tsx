import { useEffect, useMemo, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useRevalidator } from "react-router";
import { clientOf } from "../../api/api";
import { AccountService } from "../../api/services";
import { useApi } from "../../api/api-context";
import { commonMessages } from "../../i18n/common-messages";
import { chooseLanguage, LANGUAGES, useLanguageStore } from "../../i18n/language";
import { showSnackbar } from "../../stores/app-store";
import { forgetUnsaved, keepUnsaved, unsaved } from "../../stores/unsaved-store";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/Checkbox";
import { FaultAlert } from "../../ui/FaultAlert";
import { Labelled } from "../../ui/Field";
import { LeaveGuard } from "../../ui/LeaveGuard";
import { Select } from "../../ui/Select";
import { focusHeading } from "../../ui/focus-heading";
import { useForm, type Places } from "../../ui/use-form";
import { forgetMe, useMe } from "../session";
import { BillingCard } from "./BillingCard";
import { SearchSelect, TimeOfDay } from "./late-controls";
import type { SettingsData } from "./loader";
import { webEventMessages } from "../../i18n/score-messages";
import { settingsMessages as messages } from "./messages";
import { BILLING_FIELDS, EVENT_TYPES, toRequest, toValues, zoneLabel, type SettingsValues } from "./model";
import styles from "./SettingsPage.module.css";
import { Notice } from "../../ui/Notice";
import { Button } from "../../ui/Button";

/** Key of input stored while the user signs in again. */
const FORM = "settings";

/** Languages by their own names; the server's are those of the specification, in lower case. */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { pl: "Polski", en: "English" };

const PLACES: Places = {
  paths: {
    language: "language",
    timezone: "timezone",
    "Scoring.NightHour": "nightHour",
    "Web.TrackedEventTypeList": "events",
    ...Object.fromEntries(BILLING_FIELDS.map((name) => [`billing.${name}`, name])),
  },
  reasons: { ACCOUNT_TIMEZONE_UNKNOWN: "timezone", ACCOUNT_EVENT_TYPE_UNKNOWN: "events" },
};

interface SettingsFormProps {
  readonly data: SettingsData;
  /** Whether its tab is open: otherwise only the save bar is shown, once something has changed. */
  readonly open: boolean;
  /** A card between its own. */
  readonly children: ReactNode;
}

/** General data, tracked events and billing: saved together, because the server accepts only all of them. */
export function SettingsForm({ data, open, children }: SettingsFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const api = useApi();
  const { accountId } = useMe();
  const { revalidate } = useRevalidator();
  // Input from before the session ended is restored once.
  const [typedBefore] = useState(() => unsaved(FORM, accountId) as SettingsValues | undefined);
  const [values, setValues] = useState(() => typedBefore ?? toValues(data.settings));
  const [edits, setEdits] = useState<"restored" | "typed" | undefined>(typedBefore && "restored");
  const dirty = edits !== undefined;
  const changes = useRef(0);
  const fields = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const zones = useMemo(
    () => data.timezones.map((zone) => ({ value: zone.name, label: zoneLabel(zone) })),
    [data.timezones],
  );
  // A language chosen in the user menu becomes the account's: neither saving nor discarding restores the old one.
  const [chosen, setChosen] = useState<Partial<SettingsValues>>({});
  // eslint-disable-next-line no-restricted-syntax
  useEffect(
    () =>
      useLanguageStore.subscribe(({ language }, { language: before }) => {
        if (language === before) return;
        setChosen({ language });
        setValues((present) => ({ ...present, language }));
      }),
    [],
  );
  const { form, busy, fault, errors, submit, forget } = useForm({
    values,
    places: PLACES,
    check: ({ timezone }) => ({ timezone: timezone === "" && commonMessages.required }),
    send: async (typed) => {
      const sent = changes.current;
      try {
        await clientOf(api, AccountService).updateSettings(toRequest(typed));
      } catch (refusal) {
        showFields();
        throw refusal;
      }
      forgetMe();
      if (changes.current === sent) clean();
      showSnackbar({ message: messages.saved });
      const language = LANGUAGES.find((known) => known === typed.language);
      if (language !== undefined && language !== useLanguageStore.getState().language) await chooseLanguage(language);
      await revalidate();
    },
  });
  /** Opens the tab with the fields: errors are shown at them. */
  const showFields = (): void => {
    if (fields.current?.hidden) void navigate("#general", { flushSync: true, preventScrollReset: true });
  };
  const clean = (): void => {
    forgetUnsaved(FORM);
    // The focused button goes or can no longer be pressed.
    if (bar.current?.contains(document.activeElement)) focusHeading();
    setEdits(undefined);
  };
  const discard = (): void => {
    clean();
    setValues({ ...toValues(data.settings), ...chosen });
    forget(...Object.keys(values), ...BILLING_FIELDS);
  };
  const save = (event: SyntheticEvent): void => {
    if (values.timezone === "") showFields();
    submit(event);
  };
  const change = (part: Partial<SettingsValues>, ...names: readonly string[]): void => {
    const next = { ...values, ...part };
    setValues(next);
    setEdits(edits ?? "typed");
    changes.current += 1;
    forget(...Object.keys(part), ...names);
    keepUnsaved(FORM, accountId, next);
  };
  return (
    <form ref={form} noValidate className={styles["form"]} onSubmit={save}>
      <LeaveGuard dirty={dirty} />
      <div ref={fields} className="stack" hidden={!open}>
        <Card id="general" title={messages.general}>
          <div className={styles["row"]}>
            <Labelled label={commonMessages.language} error={errors["language"]}>
              {(control) => (
                <Select
                  {...control}
                  size="large"
                  value={values.language}
                  options={data.languages.map(({ code, name }) => ({
                    value: code,
                    label: LANGUAGE_NAMES[code] ?? name,
                  }))}
                  onChange={(language) => change({ language })}
                />
              )}
            </Labelled>
            <Labelled label={messages.timezone} error={errors["timezone"]} extra={messages.timezoneHint}>
              {(control) => (
                <SearchSelect
                  {...control}
                  size="large"
                  value={values.timezone}
                  options={zones}
                  nothing={<FormattedMessage {...messages.noMatch} />}
                  onChange={(timezone = "") => change({ timezone })}
                />
              )}
            </Labelled>
            <Labelled label={messages.nightHour} error={errors["nightHour"]} extra={messages.nightHourHint}>
              {(control) => (
                <TimeOfDay {...control} hour={values.nightHour} onChange={(nightHour) => change({ nightHour })} />
              )}
            </Labelled>
          </div>
          <Notice className={styles["note"] ?? ""} type="info" role="note" title={messages.timezoneNote} />
        </Card>
        <Card id="events" title={messages.events} description={messages.eventsLead}>
          <div role="group" aria-label={formatMessage(messages.events)} className={styles["events"]}>
            {EVENT_TYPES.map((type) => (
              <Checkbox
                label={webEventMessages[type]}
                key={type}
                aria-invalid={errors["events"] !== undefined}
                checked={values.events.includes(type)}
                onChange={(on) =>
                  change({ events: EVENT_TYPES.filter((one) => (one === type ? on : values.events.includes(one))) })
                }
              />
            ))}
          </div>
          {errors["events"] !== undefined && (
            <p role="alert" className={styles["wrong"]}>
              {errors["events"]}
            </p>
          )}
        </Card>
        {children}
        <BillingCard
          values={values.billing}
          errors={errors}
          onChange={(part) => change({ billing: { ...values.billing, ...part } }, ...Object.keys(part))}
        />
        {fault && <FaultAlert fault={fault} />}
      </div>
      <div ref={bar} className={styles["bar"]} data-dirty={dirty} hidden={!open && !dirty}>
        <p role="status">
          {dirty && <FormattedMessage {...(edits === "restored" ? messages.restored : messages.unsaved)} />}
        </p>
        {dirty && <Button label={messages.discard} disabled={busy} onClick={discard} />}
        <Button label={messages.save} type="primary" htmlType="submit" loading={busy} disabled={!dirty} />
      </div>
    </form>
  );
}
