import { Suspense, use, useId, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useLoaderData, useNavigation } from "react-router";
import type { Group } from "../../../api/messages";
import type { Settled } from "../../../api/settled";
import { channelMessages } from "../../../i18n/common-messages";
import type { Message } from "../../../i18n/define-messages";
import { isChannel, type Channel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { namedLike, NAME_MAX } from "../../../lib/named";
import { useDatabaseName } from "../../../stores/database-store";
import { Button } from "../../../ui/Button";
import { Combobox } from "../../../ui/Combobox";
import { DatabaseSelect } from "../../../ui/DatabaseSelect";
import { Segmented } from "../../../ui/Segmented";
import { Select, type SelectOption } from "../../../ui/Select";
import shared from "../Contacts.module.css";
import { BandFilter } from "./BandFilter";
import styles from "./Find.module.css";
import type { SearchData } from "./search";
import { ACTIVE_DAYS, filtersOf, readView, type SearchView } from "./view";
import { findMessages as messages, scoreMessages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { contactMessages } from "../messages";

/** Changed parameters of the URL, or a function that derives them from the newest URL. */
type Values = Readonly<Record<string, string | readonly string[]>>;
export type Change = Values | ((newest: URLSearchParams) => Values);

interface FiltersProps {
  readonly groups: Promise<Settled<readonly Group[]>>;
  readonly onChange: (change: Change) => void;
}

/** Filters by scoring and by contact, all in the URL. On a phone they are behind a button. */
export function Filters({ groups, onChange }: FiltersProps): ReactNode {
  const { formatMessage } = useIntl();
  const { view: shown, databases, scored } = useLoaderData<SearchData>();
  const coming = useNavigation().location;
  // Controls show the latest choice at once, also while its contacts are loading.
  const view = coming?.pathname === paths.contacts ? readView(new URLSearchParams(coming.search)) : shown;
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className={styles["unfold"] ?? ""} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <FormattedMessage {...messages.filtersSet} values={{ count: filtersOf(view) }} />
      </Button>
      <div
        id={id}
        className={styles["filters"]}
        data-open={open}
        role="group"
        aria-label={formatMessage(messages.filters)}
      >
        {databases.length > 1 && (
          <DatabaseSelect
            uids={databases}
            value={view.uid}
            all={formatMessage(messages.all)}
            onChange={(uid) => onChange({ uid })}
          />
        )}
        <Suspense>
          <GroupFilter key={shown.groupId} view={shown} groups={groups} onChange={onChange} />
        </Suspense>
        <div className={styles["scores"]}>
          <ScoringFilter onChange={onChange} />
          {scored && (
            <BandFilter
              bands={view.bands}
              onToggle={(band, ticked) =>
                onChange((newest) => {
                  const others = newest.getAll("band").filter((one) => one !== band);
                  return { band: ticked ? [...others, band].sort() : others };
                })
              }
            />
          )}
        </div>
        {scored && (
          <>
            <Choice
              label={messages.consent}
              value={view.consent}
              options={[
                { value: "", label: formatMessage(messages.consentAny) },
                { value: "given", label: formatMessage(messages.consentGiven) },
                { value: "none", label: formatMessage(contactMessages.missing) },
              ]}
              onChange={(consent) => onChange({ consent })}
            />
            <Choice
              label={scoreMessages.active}
              value={view.active === 0 ? "" : String(view.active)}
              options={[
                { value: "", label: formatMessage(scoreMessages.activeAny) },
                ...ACTIVE_DAYS.map((days) => ({
                  value: String(days),
                  label: formatMessage(scoreMessages.activeDays, { days }),
                })),
              ]}
              onChange={(active) => onChange({ active })}
            />
          </>
        )}
      </div>
    </>
  );
}

/** Chooses the scoring, and its channel if there are several. */
function ScoringFilter({ onChange }: Pick<FiltersProps, "onChange">): ReactNode {
  const { formatMessage } = useIntl();
  const { view, found, scorings, scoringId } = useLoaderData<SearchData>();
  if (scorings.length === 0) return null;
  const scoring = scorings.find(({ id }) => id === scoringId);
  const channels = scoring?.channels ?? [];
  const channel = [found.value?.scoringType, view.channel, channels[0]].find(isChannel);
  return (
    <>
      <Choice
        label={wordMessages.scoring}
        value={scoringId}
        options={[
          ...(scoring ? [] : [{ value: scoringId, label: formatMessage(scoreMessages.noResult) }]),
          ...scorings.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) => onChange({ scoring: chosen, scoringType: "" })}
      />
      {channels.length > 1 && channel && (
        <div className={shared["filter"]}>
          <span aria-hidden>
            <FormattedMessage {...wordMessages.channel} />
          </span>
          <Segmented<Channel>
            aria-label={formatMessage(wordMessages.channel)}
            value={channel}
            options={channels.map((value) => ({ value, label: formatMessage(channelMessages[value]) }))}
            onChange={(scoringType) => onChange({ scoringType })}
          />
        </div>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly label: Message;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, ...select }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <div className={shared["filter"]}>
      <label htmlFor={id}>
        <FormattedMessage {...label} />
      </label>
      <Select id={id} {...select} />
    </div>
  );
}

interface GroupFilterProps extends FiltersProps {
  readonly view: SearchView;
}

/** Finds one of thousands of groups by name. Missing if the groups could not be loaded. */
function GroupFilter({ view: { uid, groupId }, groups, onChange }: GroupFilterProps): ReactNode {
  const nameOf = useDatabaseName();
  const { formatMessage } = useIntl();
  const all = use(groups).value ?? [];
  const chosen = all.find(({ id }) => id === groupId);
  const [typed, setTyped] = useState<string>();
  if (all.length === 0) return null;
  return (
    <div className={styles["groupFilter"]}>
      <Combobox
        label={formatMessage(wordMessages.group)}
        placeholder={formatMessage(messages.all)}
        value={typed ?? chosen?.name ?? ""}
        maxLength={NAME_MAX}
        options={namedLike(all, uid === "" ? undefined : [uid], typed ?? "").map(({ id, name, uid: of }) => ({
          key: String(id),
          label: name,
          detail: formatMessage(messages.ofDatabase, { uid: nameOf(of) }),
        }))}
        onType={(text) => {
          setTyped(text);
          if (text === "" && chosen) onChange({ group: "" });
        }}
        onPick={({ key }) => {
          setTyped(undefined);
          onChange({ group: key });
        }}
      />
    </div>
  );
}
