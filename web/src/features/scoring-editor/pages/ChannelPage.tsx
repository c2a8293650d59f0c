import { useEffect, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useStore } from "zustand";
import { useApi } from "../../../api/api-context";
import { channelMessages } from "../../../i18n/common-messages";
import { MESSAGE_CHANNELS, type MessageChannel } from "../../../lib/channel";
import { formatDay } from "../../../lib/dates";
import { Checkbox } from "../../../ui/Checkbox";
import { Skeleton } from "../../../ui/Skeleton";
import { createPreview } from "../actions/preview";
import { edit } from "../actions/saving";
import { useDraft, useEditor, useReadOnly } from "../editor-context";
import { StepFrame } from "../frame/StepFrame";
import { DRAFT } from "../../../lib/status";
import { mainReason, unscorableChannels } from "../model/audience";
import { createEditorStore } from "../store";
import styles from "./Pages.module.css";
import { stepPageMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";
import { scoringReasons } from "../../../i18n/scoring-fault-messages";

export { ChannelPage as Component };

/** The choice of scored channels, with each channel's reach today. */
function ChannelPage(): ReactNode {
  const { formatMessage } = useIntl();
  const [draft, change] = useDraft();
  const { data } = useEditor();
  const reach = useReach();
  const readOnly = useReadOnly();
  const asked = draft.channels.length > 0 ? draft.channels : MESSAGE_CHANNELS;
  const all = reach.answer ? unscorableChannels(reach.answer, asked) : [];
  // Other databases and groups are chosen later.
  const mendable = all.some(
    (one) => mainReason(one) === "NOT_IN_GROUP" || (one.contacts === 0 && data.databases.length > 1),
  );
  const toggle = (channel: MessageChannel, on: boolean): void =>
    change({ channels: MESSAGE_CHANNELS.filter((one) => (one === channel ? on : draft.channels.includes(one))) });
  return (
    <StepFrame
      lead={messages.channelLead}
      unscorable={mendable ? [] : all}
      problem={draft.channels.length === 0 && scoringReasons.SCORING_CHANNEL_MISSING}
    >
      {(tried) => (
        <fieldset className={styles["cards"]} aria-busy={reach.phase === "loading"}>
          <legend className="visually-hidden">{formatMessage(wordMessages.channels)}</legend>
          {MESSAGE_CHANNELS.map((channel) => {
            const checked = draft.channels.includes(channel);
            return (
              <div key={channel} className={styles["card"]} data-checked={checked} data-disabled={readOnly}>
                <Checkbox
                  className={styles["cover"] ?? ""}
                  aria-describedby={`reach-${channel}`}
                  checked={checked}
                  disabled={readOnly}
                  {...(tried && draft.channels.length === 0 ? { "aria-invalid": true } : {})}
                  onChange={(on) => toggle(channel, on)}
                >
                  <span className={styles["cardName"]}>
                    <FormattedMessage {...channelMessages[channel]} />
                  </span>
                </Checkbox>
                <div id={`reach-${channel}`} className={styles["cardText"]}>
                  <Reach reach={reach} channel={channel} />
                </div>
              </div>
            );
          })}
        </fieldset>
      )}
    </StepFrame>
  );
}

type ReachState = ReturnType<typeof useReach>;

/**
 * The reach of both channels, whichever are chosen. A draft without a choice begins with the channels that have data.
 */
function useReach() {
  const api = useApi();
  const { store } = useEditor();
  const [asking] = useState(() => {
    const both = createEditorStore({ ...store.getState().draft, channels: MESSAGE_CHANNELS });
    return { both, preview: createPreview(api, both) };
  });
  // Requested once, when the page is shown.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    void asking.preview.ask(false).then((answer) => {
      const { draft } = store.getState();
      const withData = MESSAGE_CHANNELS.filter((channel) => (answer?.channels[channel]?.dataDays ?? 0) > 0);
      if (draft.channels.length === 0 && draft.status === DRAFT && withData.length > 0) {
        edit(store, { channels: withData });
      }
    });
    return () => asking.preview.stop();
  }, [asking, store]);
  return useStore(asking.both, ({ preview }) => preview);
}

function Reach({ reach, channel }: { readonly reach: ReachState; readonly channel: MessageChannel }): ReactNode {
  if (reach.phase === "failed") return <FormattedMessage {...messages.reachUnknown} />;
  const preview = reach.answer?.channels[channel];
  if (!preview) return <Skeleton rows={1} />;
  if (preview.dataDays === 0) return <FormattedMessage {...messages.reachNone} />;
  const sum = (pick: "analysed" | "contacts"): number => preview.audience.reduce((all, part) => all + part[pick], 0);
  const early = preview.dataDays < 14;
  return early ? (
    <FormattedMessage
      {...messages.reachFrom}
      values={{ days: preview.dataDays, day: formatDay(preview.possibleFrom) }}
    />
  ) : (
    <FormattedMessage {...messages.reach} values={{ analysed: sum("analysed"), contacts: sum("contacts") }} />
  );
}
