import DatabaseOutlined from "@ant-design/icons-svg/es/asn/DatabaseOutlined";
import { useState, type ReactNode } from "react";
import { useLoaderData, useNavigate, useSearchParams } from "react-router";
import { clientOf } from "../../../api/api";
import { ContactsService } from "../../../api/services";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import { useApi } from "../../../api/api-context";
import type { Group } from "../../../api/messages";
import { commonMessages } from "../../../i18n/common-messages";
import { paths } from "../../../lib/paths";
import { showSnackbar } from "../../../stores/app-store";
import { useSessionStore } from "../../../stores/session-store";
import { forgetUnsaved, keepUnsaved, unsaved } from "../../../stores/unsaved-store";
import { Button } from "../../../ui/Button";
import { DatabaseSelect } from "../../../ui/DatabaseSelect";
import { Card } from "../../../ui/Card";
import { FaultAlert } from "../../../ui/FaultAlert";
import { Icon } from "../../../ui/Icon";
import { LeaveGuard } from "../../../ui/LeaveGuard";
import { Notice } from "../../../ui/Notice";
import { PagePart } from "../../../ui/PagePart";
import { PageHeader } from "../../../ui/PageHeader";
import { PageButton, PageLink } from "../../../ui/PageLink";
import { StatePanel } from "../../../ui/StatePanel";
import { useForm } from "../../../ui/use-form";
import { useLeaving } from "../../../ui/use-leaving";
import { useMe } from "../../session";
import { AddressFields, isEmpty, NO_ADDRESSES, type Addresses } from "./AddressFields";
import { ConsentFields, NO_CONSENTS, type Consents } from "./ConsentFields";
import shared from "../Contacts.module.css";
import { editMessages as messages } from "./messages";
import { FeatureFields, plainValue, type Values } from "./FeatureFields";
import { GroupChoice } from "./GroupChoice";
import type { NewContactData } from "./loader";
import { contactPlaces } from "./field-places";
import { wordMessages } from "../../../i18n/word-messages";
import { recipientReasons } from "../../../i18n/recipient-fault-messages";

export { newContactLoader as loader } from "./loader";
export { NewContactPage as Component };

interface NewContact {
  readonly uid: string;
  readonly addresses: Addresses;
  readonly consents: Consents;
  readonly groups: readonly Group[];
  readonly values: Values;
}

/** Key of input stored while the user signs in again. */
const FORM = "contact";

/** Input is kept only if the session ends while the page is open. */
function forgetLeft(): void {
  if (useSessionStore.getState().token !== undefined) forgetUnsaved(FORM);
}

/** The consents in the form of the request. */
function consentsOf({ channels, consentNote }: Consents) {
  return { ...Object.fromEntries(channels.map((channel) => [CHANNEL_FIELDS[channel].consent, true])), consentNote };
}

function isUnexplained({ channels, consentNote }: Consents): boolean {
  return channels.length > 0 && consentNote.trim() === "";
}

/** Adds one contact by hand. */
function NewContactPage(): ReactNode {
  const api = useApi();
  const navigate = useNavigate();
  const { databases, choices } = useLoaderData<NewContactData>();
  const [search] = useSearchParams();
  const { accountId } = useMe();
  const [typedBefore] = useState(() => unsaved(FORM, accountId) as NewContact | undefined);
  const [contact, setContact] = useState<NewContact>(
    () =>
      typedBefore ?? {
        uid: databases.find((uid) => uid === search.get("uid")) ?? databases[0] ?? "",
        addresses: NO_ADDRESSES,
        consents: NO_CONSENTS,
        groups: [],
        values: new Map(),
      },
  );
  const [dirty, setDirty] = useState(typedBefore !== undefined);
  useLeaving(forgetLeft);
  const given = [...contact.values].filter(([, value]) => value.trim() !== "");
  const { form, busy, fault, errors, submit, forget } = useForm({
    values: contact,
    places: contactPlaces(given.map(([feature]) => feature)),
    check: ({ addresses, consents }) => ({
      email: isEmpty(addresses) && recipientReasons.CONTACT_ADDRESS_MISSING,
      consentNote: isUnexplained(consents) && recipientReasons.CONSENT_NOTE_MISSING,
    }),
    send: async ({ uid, addresses, consents, groups }) => {
      const features = choices.value?.features ?? [];
      const added = await clientOf(api, ContactsService).addContact({
        uid,
        ...addresses,
        ...consentsOf(consents),
        groupIds: groups.map((group) => group.id),
        properties: given.map(([propertyId, value]) => ({
          propertyId,
          value: plainValue(
            value,
            features.find((one) => one.id === propertyId),
          ),
        })),
      });
      setDirty(false);
      showSnackbar({ message: messages.added });
      const { number = 0 } = added.contact ?? {};
      void navigate(paths.contact(uid, number), { replace: true });
    },
  });
  const change = (part: Partial<NewContact>, ...names: readonly string[]): void => {
    const next = { ...contact, ...part };
    setContact(next);
    setDirty(true);
    keepUnsaved(FORM, accountId, next);
    forget(...names);
  };
  const { uid } = contact;
  return (
    <>
      <LeaveGuard dirty={dirty && !busy} />
      <PageHeader trail={{ to: paths.contacts, name: wordMessages.contacts }} title={messages.title} />
      {databases.length === 0 ? (
        <NoDatabase />
      ) : (
        <form ref={form} noValidate className="stack" onSubmit={submit}>
          {fault && <FaultAlert fault={fault} />}
          {typedBefore && <Notice type="info" role="status" title={messages.restored} />}
          <Card title={messages.addresses} description={messages.oneAddress}>
            <div className="stack">
              {databases.length > 1 && (
                <DatabaseSelect
                  size="large"
                  uids={databases}
                  value={uid}
                  // Groups and features belong to one database, so another one resets them.
                  onChange={(other) => change({ uid: other, groups: [], values: new Map() })}
                />
              )}
              <AddressFields
                addresses={contact.addresses}
                errors={errors}
                onChange={(addresses, name) => change({ addresses }, name, "email")}
              />
            </div>
          </Card>
          <Card title={messages.consents} description={messages.onlyContact}>
            <ConsentFields
              consents={contact.consents}
              errors={errors}
              onChange={(consents) => change({ consents }, "consentNote")}
            />
          </Card>
          <PagePart of={choices}>
            {({ groups, features }) => (
              <div className={shared["pair"]}>
                <Card title={wordMessages.groups}>
                  <GroupChoice
                    key={uid}
                    groups={groups.filter((group) => group.uid === uid)}
                    chosen={contact.groups}
                    onChoose={(chosen) => change({ groups: chosen })}
                  />
                </Card>
                <Card title={wordMessages.features}>
                  {features.some((feature) => feature.uid === uid) ? (
                    <FeatureFields
                      key={uid}
                      features={features.filter((feature) => feature.uid === uid)}
                      values={contact.values}
                      errors={errors}
                      onChange={(values, changed) => change({ values }, `feature-${changed}`)}
                    />
                  ) : (
                    <PageLink label={messages.noFeatures} to={paths.features} />
                  )}
                </Card>
              </div>
            )}
          </PagePart>
          <div className="row">
            <Button label={wordMessages.addContact} type="primary" htmlType="submit" loading={busy} />
            <PageButton label={commonMessages.cancel} to={paths.contacts} />
          </div>
        </form>
      )}
    </>
  );
}

/** Shown when there is no database: a contact needs one. */
function NoDatabase(): ReactNode {
  return (
    <Card flush>
      <StatePanel
        icon={<Icon of={DatabaseOutlined} />}
        title={messages.noDatabase}
        text={messages.noDatabaseText}
        actions={<PageButton label={messages.toDatabases} type="primary" to={paths.databases} />}
      />
    </Card>
  );
}
