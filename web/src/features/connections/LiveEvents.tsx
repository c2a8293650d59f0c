import { timestampDate, type Timestamp } from "@bufbuild/protobuf/wkt";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRevalidator } from "react-router";
import { useStore } from "zustand";
import { formatTime } from "../../lib/dates";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Tag } from "../../ui/Tag";
import { useMe } from "../session";
import styles from "./Connections.module.css";
import { liveMessages as messages, refusedMessages } from "./messages";
import { createRecentStore, follow, type Open, type RecentState } from "./recent";

/** The common fields of both kinds of events. */
interface RecentEvent {
  readonly receivedAt?: Timestamp | undefined;
  readonly refused: string;
  readonly skipped: number;
}

interface LiveEventsProps<T extends RecentEvent> {
  readonly open: Open<T>;
  /** Describes an event: its type, and its object. */
  readonly words: (event: T) => { readonly type: ReactNode; readonly about: string };
}

/** The newest events as they arrive; the figures above are reloaded after them. */
export function LiveEvents<T extends RecentEvent>({ open, words }: LiveEventsProps<T>): ReactNode {
  const { formatMessage } = useIntl();
  const [store] = useState(createRecentStore<T>);
  const [paused, setPaused] = useState(false);
  const { phase, items } = useStore(store);
  const { revalidate } = useRevalidator();
  const opening = useRef(open);
  // An observer: the stream is open while the list is shown.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => {
    if (paused) return undefined;
    const ended = new AbortController();
    void follow(store, opening.current, ended.signal, () => void revalidate());
    return () => ended.abort();
  }, [store, paused, revalidate]);
  return (
    <Card
      title={messages.title}
      description={messages.lead}
      extra={
        <Button
          label={paused ? messages.resume : messages.pause}
          size="small"
          aria-pressed={paused}
          onClick={() => setPaused(!paused)}
        />
      }
    >
      <p className="quiet" role="status">
        <Phase phase={paused ? "paused" : phase} empty={items.length === 0} />
      </p>
      {items.length > 0 && (
        // It scrolls, and only a focused element can be scrolled from the keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles["scroll"]} role="group" aria-label={formatMessage(messages.title)} tabIndex={0}>
          <ol className={styles["events"]}>
            {items.map(({ number, event }) => (
              <Row key={number} event={event} {...words(event)} />
            ))}
          </ol>
        </div>
      )}
    </Card>
  );
}

interface RowProps {
  readonly event: RecentEvent;
  readonly type: ReactNode;
  readonly about: string;
}

function Row({ event: { receivedAt, refused, skipped }, type, about }: RowProps): ReactNode {
  const { timeZone } = useMe();
  const known = refusedMessages[refused];
  const at = receivedAt && timestampDate(receivedAt);
  return (
    <li>
      <time className="quiet number" dateTime={at?.toISOString()}>
        {at && `${formatTime(at, timeZone)}:${String(at.getUTCSeconds()).padStart(2, "0")}`}
      </time>
      <strong>{type}</strong>
      {about !== "" && <span className={styles["about"]}>{about}</span>}
      {refused !== "" && <Tag color="warning">{known ? <FormattedMessage {...known} /> : refused}</Tag>}
      {skipped > 0 && (
        <span className="quiet">
          <FormattedMessage {...messages.skipped} values={{ count: skipped }} />
        </span>
      )}
    </li>
  );
}

function Phase({
  phase,
  empty,
}: {
  readonly phase: RecentState<unknown>["phase"];
  readonly empty: boolean;
}): ReactNode {
  if (phase === "paused") return <FormattedMessage {...messages.paused} />;
  if (phase === "lost") return <FormattedMessage {...messages.lost} />;
  return <FormattedMessage {...(empty ? messages.none : messages.live)} />;
}
