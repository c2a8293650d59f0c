import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { channelMessages } from "../../../i18n/common-messages";
import type { Channel } from "../../../lib/channel";
import { paths } from "../../../lib/paths";
import { Details } from "../../../ui/Details";
import { Card } from "../../../ui/Card";
import { Checkbox, Switch } from "../../../ui/Checkbox";
import { DatabaseName } from "../../../ui/DatabaseOf";
import { PageLink } from "../../../ui/PageLink";
import { Segmented } from "../../../ui/Segmented";
import { Skeleton } from "../../../ui/Skeleton";
import { useMe } from "../../session";
import { useDraft, useEditor, useGroups, useReadOnly } from "../editor-context";
import { ENTERING } from "../entering";
import type { SourceMarks } from "../model/draft";
import { conflictMessages } from "../messages";
import { keyOf, sourcesOf } from "../model/marks";
import { pagesOf, type Page } from "../model/steps";
import { usePreviewState } from "../panel/use-preview";
import { WeightBars } from "../panel/WeightBars";
import styles from "./Summary.module.css";
import { summaryMessages as messages } from "./summary-messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The number of past weeks that count. */
export function RangeSection(): ReactNode {
  const { formatMessage } = useIntl();
  const { constants } = useEditor().data;
  const [draft, change] = useDraft();
  const readOnly = useReadOnly();
  return (
    <Card title={wordMessages.period} description={messages.rangeHint}>
      <Segmented
        aria-label={formatMessage(wordMessages.period)}
        value={String(draft.daysAgo)}
        options={constants.dayRanges.map((days) => ({
          value: String(days),
          label: <FormattedMessage {...messages.weeks} values={{ count: days / 7 }} />,
        }))}
        readOnly={readOnly}
        onChange={(days) => change({ daysAgo: Number(days) })}
      />
    </Card>
  );
}

/** The weight of each part of the score; the derivation of a guided scoring's weights is in the steps before. */
export function WeightsSection({ action }: { readonly action?: ReactNode }): ReactNode {
  const [draft] = useDraft();
  const { answer } = usePreviewState();
  return (
    <Card title={wordMessages.weights} extra={action}>
      <div className={styles["channels"]}>
        {draft.channels.map((channel) => {
          const weights = answer?.channels[channel]?.weights;
          return (
            <div key={channel}>
              {draft.channels.length > 1 && (
                <h3 className={styles["channel"]}>
                  <FormattedMessage {...channelMessages[channel]} />
                </h3>
              )}
              {weights ? <WeightBars weights={weights} /> : <Skeleton rows={2} />}
            </div>
          );
        })}
      </div>
      <Details summary={messages.more}>
        <p className={styles["hint"]}>
          <FormattedMessage {...messages.percentileHint} />
        </p>
        {draft.channels.map((channel) => (
          <Percentile key={channel} channel={channel} />
        ))}
        {draft.channels.includes("mailing") && <Machines />}
      </Details>
    </Card>
  );
}

/** The percentile that earns full marks in a channel. */
export function Percentile({ channel }: { readonly channel: Channel }): ReactNode {
  const { formatMessage } = useIntl();
  const { constants } = useEditor().data;
  const [draft, change] = useDraft();
  const readOnly = useReadOnly();
  const name = formatMessage(channelMessages[channel]);
  return (
    <div className={styles["percentile"]}>
      <span>
        <FormattedMessage {...messages.percentile} values={{ channel: name }} />
      </span>
      <Segmented
        aria-label={formatMessage(messages.percentile, { channel: name })}
        size="small"
        value={String(draft[channel].percentile)}
        options={constants.percentiles.map((percentile) => ({ value: String(percentile), label: percentile }))}
        readOnly={readOnly}
        onChange={(percentile) => change({ [channel]: { ...draft[channel], percentile: Number(percentile) } })}
      />
    </div>
  );
}

/** Whether machine opens and machine clicks of e-mails are ignored. */
export function Machines(): ReactNode {
  const id = useId();
  const [draft, change] = useDraft();
  const readOnly = useReadOnly();
  return (
    <div className={styles["machines"]}>
      {readOnly ? (
        <>
          <FormattedMessage {...messages.machines} />
          <strong>
            <FormattedMessage {...(draft.leaveOutMachines ? conflictMessages.yes : conflictMessages.no)} />
          </strong>
        </>
      ) : (
        <>
          <label htmlFor={id}>
            <FormattedMessage {...messages.machines} />
          </label>
          <Switch
            id={id}
            aria-describedby={`${id}-hint`}
            checked={draft.leaveOutMachines}
            onChange={(leaveOutMachines) => change({ leaveOutMachines })}
          />
        </>
      )}
      <p id={`${id}-hint`} className={styles["hint"]}>
        <FormattedMessage {...messages.machinesHint} />
      </p>
    </div>
  );
}

/** Channels and groups, each with a link to change it. */
export function ChoicesSection(): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const { accountId } = useMe();
  const [draft] = useDraft();
  const pages = pagesOf(draft);
  const has = (page: Page): Page | undefined => pages.find((one) => one === page);
  const sources = sourcesOf(draft.sources, String(accountId).padStart(3, "0"));
  return (
    <Card title={messages.choices}>
      <dl className={styles["choices"]}>
        <Choice name={<FormattedMessage {...wordMessages.channels} />} page={has("main-comunication")}>
          {formatList(draft.channels.map((channel) => formatMessage(channelMessages[channel])))}
        </Choice>
        <Choice
          name={<FormattedMessage {...messages.groups} />}
          page={has("search-and-choose-groups") ?? has("events")}
        >
          <ul className={styles["sources"]}>
            {sources.map((source) => (
              <li key={source.uid}>
                <Source source={source} />
              </li>
            ))}
          </ul>
        </Choice>
      </dl>
    </Card>
  );
}

interface ChoiceProps {
  readonly name: ReactNode;
  readonly page: Page | undefined;
  readonly children: ReactNode;
}

function Choice({ name, page, children }: ChoiceProps): ReactNode {
  const [draft] = useDraft();
  const readOnly = useReadOnly();
  const id = useId();
  return (
    <div className={styles["choice"]}>
      <dt id={id}>{name}</dt>
      <dd>{children}</dd>
      {page && !readOnly && (
        <dd>
          <PageLink
            label={wordMessages.change}
            to={paths.edit(page, draft.id)}
            state={ENTERING}
            aria-describedby={id}
          />
        </dd>
      )}
    </div>
  );
}

/** Number of group names that fit on two lines. */
const NAMES = 6;

/** "042: VIP i Nowi, bez: Pracownicy". */
function Source({ source: { uid, whole, included, excluded } }: { readonly source: SourceMarks }): ReactNode {
  const { formatMessage } = useIntl();
  const groups = useGroups();
  const names = (ids: readonly number[]): string => {
    const known = ids
      .slice(0, NAMES)
      .map((id) => groups.find((group) => keyOf(group) === keyOf({ uid, id }))?.name ?? formatMessage(messages.gone));
    const rest = ids.length - known.length;
    return known.join(", ") + (rest > 0 ? formatMessage(messages.andMore, { count: rest }) : "");
  };
  return (
    <>
      <strong>
        <DatabaseName uid={uid} />
      </strong>{" "}
      {whole ? <FormattedMessage {...messages.whole} /> : names(included)}
      {excluded.length > 0 && (
        <>
          {", "}
          <FormattedMessage {...messages.without} values={{ groups: names(excluded) }} />
        </>
      )}
    </>
  );
}

/** Chooses whether earlier Mondays are calculated too. */
export function HistorySection(): ReactNode {
  const hint = useId();
  const [draft, change] = useDraft();
  const readOnly = useReadOnly();
  return (
    <Card>
      <Checkbox
        label={messages.historical}
        checked={draft.historical}
        disabled={readOnly}
        aria-describedby={hint}
        onChange={(historical) => change({ historical })}
      />
      <p id={hint} className={styles["historyHint"]}>
        <FormattedMessage {...messages.historicalHint} />
      </p>
    </Card>
  );
}
