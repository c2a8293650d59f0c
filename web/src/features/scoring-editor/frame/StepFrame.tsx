import RightOutlined from "@ant-design/icons-svg/es/asn/RightOutlined";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useIntl } from "react-intl";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Hint } from "../../../ui/Hint";
import { Icon } from "../../../ui/Icon";
import { Notice } from "../../../ui/Notice";
import { PageHeader } from "../../../ui/PageHeader";
import { PageButton } from "../../../ui/PageLink";
import { useDraft, useEditor, useReadOnly } from "../editor-context";
import { editorMessages as messages, stepMessages } from "../messages";
import type { ChannelAudience } from "../model/audience";
import { channelOf, pageAfter, pageBefore, stepAfter, stepOf, stepsOf, type Page } from "../model/steps";
import type { Words } from "../../../ui/words";
import { UnscorableNotice } from "../unscorable/UnscorableNotice";
import styles from "./Frame.module.css";
import { useGo, usePage } from "./navigation";
import { wordMessages } from "../../../i18n/word-messages";
import { channelNames, commonMessages } from "../../../i18n/common-messages";

interface StepFrameProps {
  /** The question that the page asks, under the heading; an active scoring is not asked. */
  readonly lead?: Words;
  /**
   * The reason why the step is incomplete: shown after Next was pressed, with the focus on the field marked
   * `aria-invalid`.
   */
  readonly problem?: Words;
  /** The channels, if the settings so far would score no contact: the step then blocks and explains why. */
  readonly unscorable?: readonly ChannelAudience[];
  /** Live figures beside the content; on a narrow screen they open from a strip, on the last page they are below. */
  readonly panel?: ReactNode;
  /** The panel's most important figure, for the strip. */
  readonly strip?: ReactNode;
  /** The last page's own action, instead of Next. */
  readonly primary?: ReactNode;
  /** The page; a function receives whether Next was pressed, to mark wrong fields. */
  readonly children: ReactNode | ((tried: boolean) => ReactNode);
}

/** The id of the notice that no contact would be scored. */
export const UNSCORABLE_ID = "unscorable";

/** One page of the editor: heading, content beside live figures, and the Next button, which saves. */
export function StepFrame({ lead, problem, unscorable, panel, strip, primary, children }: StepFrameProps): ReactNode {
  const { saving } = useEditor();
  const [draft, change] = useDraft();
  const page = usePage() as Page;
  const go = useGo();
  const title = useTitle(page);
  const content = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(false);
  const [going, setGoing] = useState(false);
  const readOnly = useReadOnly();
  const stopped = unscorable !== undefined && unscorable.length > 0 && !readOnly;
  const wrong = problem !== undefined && problem !== null && problem !== false;
  const next = async (): Promise<void> => {
    if (wrong) {
      flushSync(() => setTried(true));
      const find = (selector: string): HTMLElement | null | undefined => content.current?.querySelector(selector);
      (find('[aria-invalid="true"]') ?? find("[data-problem]"))?.focus();
      return;
    }
    const after = pageAfter(draft, page);
    change({ step: stepAfter(draft, page) });
    setGoing(true);
    const saved = await saving.save();
    setGoing(false);
    if (saved && after) go(after);
  };
  return (
    <>
      <PageHeader title={title} description={readOnly ? undefined : lead} />
      <div className={styles["columns"]} data-panel={panel !== undefined}>
        <div ref={content} className={styles["content"]}>
          {tried && wrong && (
            <div tabIndex={-1} data-problem className={styles["problem"]}>
              <Notice type="error" title={problem} />
            </div>
          )}
          {unscorable && <UnscorableNotice id={UNSCORABLE_ID} scoringId={draft.id} channels={unscorable} />}
          {typeof children === "function" ? children(tried) : children}
        </div>
        {panel !== undefined && <Panel panel={panel} strip={strip} last={primary !== undefined} />}
      </div>
      <Foot before={pageBefore(draft, page)} finish={primary !== undefined && !readOnly}>
        {primary ?? (
          <Button
            label={wordMessages.next}
            type={readOnly ? "default" : "primary"}
            loading={going}
            disabled={stopped}
            aria-describedby={stopped ? UNSCORABLE_ID : undefined}
            onClick={() => void next()}
          />
        )}
      </Foot>
    </>
  );
}

/** "Krok 3 z 5: Udziały – e-mail"; without the number where there is nothing to go through. */
function useTitle(page: Page): string {
  const { formatMessage } = useIntl();
  const [draft] = useDraft();
  const readOnly = useReadOnly();
  const step = stepOf(draft, page);
  if (!step) return formatMessage(wordMessages.scoring);
  const channel = channelOf(page);
  const name = formatMessage(stepMessages[step.name]);
  const title = channel
    ? formatMessage(messages.ofChannel, { step: name, channel: formatMessage(channelNames[channel]) })
    : name;
  if (readOnly) return title;
  return formatMessage(messages.heading, { number: step.number, count: stepsOf(draft).length, step: title });
}

interface PanelProps extends Pick<StepFrameProps, "panel" | "strip"> {
  readonly last: boolean;
}

function Panel({ panel, strip, last }: PanelProps): ReactNode {
  const { formatMessage } = useIntl();
  const [open, setOpen] = useState(false);
  const name = formatMessage(messages.panel);
  return (
    <>
      <aside aria-label={name} className={styles["panel"]} data-last={last}>
        {panel}
      </aside>
      {!last && (
        <button type="button" className={styles["strip"]} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span>{strip ?? name}</span>
          <Icon of={RightOutlined} />
        </button>
      )}
      {open && (
        <Dialog drawer width={360} title={name} onClose={() => setOpen(false)}>
          {panel}
        </Dialog>
      )}
    </>
  );
}

interface FootProps {
  readonly before: Page | undefined;
  /** Whether the buttons are those of the last page, which take several rows on a phone. */
  readonly finish: boolean;
  readonly children: ReactNode;
}

function Foot({ before, finish, children }: FootProps): ReactNode {
  const { formatMessage } = useIntl();
  const go = useGo();
  const readOnly = useReadOnly();
  return (
    <div className={styles["foot"]} data-finish={finish}>
      {before && <Button label={wordMessages.back} onClick={() => go(before)} />}
      <Hint title={formatMessage(messages.cancelHint)}>
        <PageButton label={readOnly ? commonMessages.close : commonMessages.cancel} to={paths.scoringList} />
      </Hint>
      <span className={styles["space"]} />
      {children}
    </div>
  );
}
