import CheckCircleFilled from "@ant-design/icons-svg/es/asn/CheckCircleFilled";
import CloseCircleFilled from "@ant-design/icons-svg/es/asn/CloseCircleFilled";
import ExclamationCircleFilled from "@ant-design/icons-svg/es/asn/ExclamationCircleFilled";
import PauseCircleFilled from "@ant-design/icons-svg/es/asn/PauseCircleFilled";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CHANNEL_FIELDS } from "../../../api/channel-fields";
import type { Import } from "../../../api/messages";
import { channelMessages } from "../../../i18n/common-messages";
import { reasonMessage } from "../../../i18n/fault-messages";
import { MESSAGE_CHANNELS } from "../../../lib/channel";
import { formatMoment } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { keepSearch } from "../../../stores/search-store";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { PageButton, PageLink } from "../../../ui/PageLink";
import { NextStep } from "../../next-step";
import { useMe } from "../../session";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { ownOf } from "../loader";
import { failureOf } from "../model/failure";
import { outcomeOf, type Outcome } from "../model/outcome";
import { Effects } from "./Effects";
import { Refusals } from "./Refusals";
import { TakenValues } from "./UnknownValues";
import { receiptMessages as messages, receiptTexts, receiptTitles } from "./messages";

type Ended = Exclude<Outcome, "draft" | "running">;

const ICONS = {
  finished: CheckCircleFilled,
  partly: ExclamationCircleFilled,
  refused: CloseCircleFilled,
  stopped: PauseCircleFilled,
  failed: CloseCircleFilled,
} as const;
const TONES = { finished: "success", partly: "warning", refused: "error", stopped: undefined, failed: "error" };

/** The outcome of a file, and the next actions. */
export function Receipt(): ReactNode {
  const item = useImportState((state) => state.item);
  const outcome = endedAs(item);
  const why = outcome === "failed" ? reasonMessage(failureOf(item)) : undefined;
  const unfinished = outcome === "stopped" || outcome === "failed";
  const whole = item.refused === 0 && !unfinished;
  const step = item.kept > 0 && <NextStep primary={whole} />;
  const again = (
    <PageButton
      label={unfinished ? messages.again : messages.mend}
      type="primary"
      to={paths.uploadOf(item.kind, { mended: item.id })}
    />
  );
  return (
    <>
      <section className={styles["receipt"]} data-tone={TONES[outcome]} role="status">
        <Icon of={ICONS[outcome]} className={styles["receiptIcon"] ?? ""} />
        <div>
          <h2>
            <FormattedMessage {...receiptTitles[outcome]} values={{ kept: item.kept, read: item.read }} />
          </h2>
          {outcome !== "finished" && (
            <p>
              <FormattedMessage {...(why ?? receiptTexts[outcome])} />
            </p>
          )}
          <When item={item} />
        </div>
        {unfinished && again}
      </section>
      {item.refused > 0 && (
        <Refusals of={item} refused={item.refused} download>
          {!unfinished && again}
        </Refusals>
      )}
      {whole && step}
      {item.kept > 0 && (
        <Card title={messages.figures}>
          <Effects kind={item.kind} counts={item} done />
          <Consents item={item} />
          <p className={styles["line"]}>
            <Where item={item} />
          </p>
        </Card>
      )}
      {!whole && step}
      <TakenValues of={item} />
      <div className={styles["foot"]}>
        <PageButton label={messages.next} to={paths.uploadOf(item.kind)} />
      </div>
    </>
  );
}

/** The outcome of an ended import. */
function endedAs(item: Import): Ended {
  const outcome = outcomeOf(item);
  return outcome === "draft" || outcome === "running" ? "finished" : outcome;
}

function When({ item: { startedAt, finishedAt, who } }: { readonly item: Import }): ReactNode {
  const { timeZone } = useMe();
  if (!startedAt || !finishedAt) return null;
  const [start, end] = [startedAt, finishedAt].map((moment) => formatMoment(timestampDate(moment), timeZone));
  return (
    <p className={styles["by"]}>
      <span>{start === end ? end : <FormattedMessage {...messages.from} values={{ start, end }} />}</span>
      <span>{who}</span>
    </p>
  );
}

function Consents({ item: { effects } }: { readonly item: Import }): ReactNode {
  const { formatMessage } = useIntl();
  if (!effects) return null;
  return MESSAGE_CHANNELS.map((name) => {
    const { [CHANNEL_FIELDS[name].given]: given, [CHANNEL_FIELDS[name].withdrawn]: withdrawn } = effects;
    if (given + withdrawn === 0) return null;
    const both = given > 0 && withdrawn > 0 ? "yes" : "no";
    const channel = formatMessage(channelMessages[name]);
    return (
      <p key={name} className={styles["line"]}>
        <FormattedMessage {...messages.consents} values={{ channel, given, withdrawn, both }} />
      </p>
    );
  });
}

/** A link to the imported data: the contacts of its database, without the last search. */
function Where({ item: { kind, options } }: { readonly item: Import }): ReactNode {
  const { databases } = useImport();
  const { uid = "" } = options ?? {};
  if (kind === "engagement") {
    return <PageLink label={messages.toSendings} to={paths.sendings} />;
  }
  return (
    <PageLink
      label={messages.toContacts}
      to={paths.contactsIn(uid || ownOf(databases))}
      onClick={() => keepSearch("contacts", "")}
    />
  );
}
