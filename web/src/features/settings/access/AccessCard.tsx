import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl, type IntlShape } from "react-intl";
import { useRevalidator } from "react-router";
import { useApi } from "../../../api/api-context";
import type { GetApiKeyResponse, GetOneClickLinksResponse } from "../../../api/messages";
import { formatMoment } from "../../../lib/dates";
import { showSnackbar } from "../../../stores/app-store";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Confirm } from "../../../ui/Confirm";
import { PagePart } from "../../../ui/PagePart";
import { providerNames } from "../../connections";
import { useMe } from "../../session";
import styles from "./AccessCard.module.css";
import type { SettingsData } from "../loader";
import { accessMessages as messages, consequenceMessages, linkMessages, nameMessages } from "./messages";
import { accessOf, end, type Access } from "./model";

interface AccessCardProps {
  readonly apiKey: GetApiKeyResponse | undefined;
  readonly lasting: SettingsData["lasting"];
}

/** All lasting access, with its makers, each ended by one button. */
export function AccessCard({ apiKey, lasting }: AccessCardProps): ReactNode {
  const { ownPerson } = useMe();
  return (
    <Card id="access" title={messages.title} description={messages.lead}>
      <PagePart of={lasting}>
        {(loaded) => <List all={accessOf(apiKey, loaded)} links={loaded.links} own={ownPerson} />}
      </PagePart>
      {!ownPerson && (
        <p className={styles["note"]}>
          <FormattedMessage {...messages.ownPeople} />
        </p>
      )}
    </Card>
  );
}

interface ListProps {
  readonly all: readonly Access[];
  readonly links: GetOneClickLinksResponse;
  /** Whether the user may end it. */
  readonly own: boolean;
}

function List({ all, links, own }: ListProps): ReactNode {
  const intl = useIntl();
  const [asking, setAsking] = useState<Access>();
  if (all.length === 0) {
    return (
      <p>
        <FormattedMessage {...messages.none} />
      </p>
    );
  }
  return (
    <>
      <ul className={styles["list"]}>
        {all.map((access) => (
          <li key={access.kind + access.id}>
            <div>
              <strong>{nameOf(intl, access)}</strong>
              {access.kind === "links" ? <Holders links={links} /> : <Facts access={access} />}
            </div>
            {own && (
              <Button
                label={messages.end}
                size="small"
                aria-label={intl.formatMessage(messages.endNamed, { name: nameOf(intl, access) })}
                onClick={() => setAsking(access)}
              />
            )}
          </li>
        ))}
      </ul>
      {asking && <EndDialog access={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

function nameOf({ formatMessage }: IntlShape, { kind, name }: Access): string {
  const shown = kind === "mail" ? providerNames[name] : kind === "web" ? name || formatMessage(messages.website) : name;
  return formatMessage(nameMessages[kind], { name: shown ?? name });
}

function Facts({ access: { maker, made, used } }: { readonly access: Access }): ReactNode {
  const { timeZone } = useMe();
  return (
    <p className={styles["facts"]}>
      <span>
        <FormattedMessage {...(maker === "" ? messages.unknown : messages.maker)} values={{ who: maker }} />
      </span>
      {made && (
        <span>
          <FormattedMessage {...messages.made} values={{ when: formatMoment(made, timeZone) }} />
        </span>
      )}
      <span>
        <FormattedMessage
          {...(used ? messages.used : messages.unused)}
          values={{ when: used && formatMoment(used, timeZone) }}
        />
      </span>
    </p>
  );
}

function Holders({ links: { holders, endedAt, endedBy } }: { readonly links: GetOneClickLinksResponse }): ReactNode {
  const { timeZone } = useMe();
  return (
    <p className={styles["facts"]}>
      {holders.length === 0 && (
        <span>
          <FormattedMessage {...messages.noHolder} />
        </span>
      )}
      {holders.map(({ who, downloadedAt }) => (
        <span key={who}>
          <FormattedMessage
            {...messages.holder}
            values={{ who, when: downloadedAt && formatMoment(timestampDate(downloadedAt), timeZone) }}
          />
        </span>
      ))}
      {endedAt && (
        <span>
          <FormattedMessage
            {...messages.endedBy}
            values={{ who: endedBy, when: formatMoment(timestampDate(endedAt), timeZone) }}
          />
        </span>
      )}
    </p>
  );
}

/** Asks before access is ended, and explains the consequences. */
function EndDialog({ access, onClose }: { readonly access: Access; readonly onClose: () => void }): ReactNode {
  const intl = useIntl();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const name = nameOf(intl, access);
  const confirm = async (): Promise<void> => {
    await end(api, access);
    showSnackbar({ message: messages.ended, values: { name } });
    onClose();
    await revalidate();
  };
  return (
    <Confirm
      title={<FormattedMessage {...messages.endNamed} values={{ name }} />}
      confirm={messages.end}
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...consequenceMessages[access.kind]} />
      </p>
      {access.kind === "links" && (
        <p>
          <FormattedMessage {...linkMessages.instead} />
        </p>
      )}
    </Confirm>
  );
}
