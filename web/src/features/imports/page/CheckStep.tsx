import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useId, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Import, ImportCheck } from "../../../api/messages";
import { reasonMessage } from "../../../i18n/fault-messages";
import { percent } from "../../../i18n/format";
import { formatMoment } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Notice } from "../../../ui/Notice";
import { PageButton } from "../../../ui/PageLink";
import { Progress } from "../../../ui/Progress";
import { useMe } from "../../session";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { failureOf } from "../model/failure";
import { askedChannels, isAnswered, policiesOf } from "../model/reading";
import { unchecked } from "../store";
import { ConsentChoice } from "./ConsentChoice";
import { Discard } from "./Discard";
import { Effects } from "./Effects";
import { checkMessages as messages } from "./messages";
import { NewConsents } from "./NewConsents";
import { Refusals } from "./Refusals";
import { UnknownValues } from "./UnknownValues";
import { consentMessages } from "./columns-messages";
import { wordMessages } from "../../../i18n/word-messages";

/** The effects that the file would have. */
export function CheckStep(): ReactNode {
  const { actions } = useImport();
  const state = useImportState((all) => all);
  const { item, reading, checks, busy } = state;
  const reasonId = useId();
  // Only the figures of changed and unchanged contacts depend on consents; the others are shown until those arrive.
  const chosen = checks[reading.consentPolicy] ?? Object.values(checks)[0];
  const kept = chosen?.check?.kept ?? 0;
  const open = askedChannels(reading, chosen?.check?.withoutConsent).filter((channel) => !isAnswered(reading, channel));
  const unsourced = open.some((channel) => reading.answers[channel]?.answer === "given");
  const why = reasonMessage(failureOf(item));
  return (
    <>
      {chosen ? (
        <Checked
          of={chosen}
          busy={checks[reading.consentPolicy] === undefined}
          settled={unchecked(state) === undefined}
        />
      ) : item.check?.state === "failed" ? (
        <Notice
          type="error"
          title={messages.failed}
          description={why}
          action={<Button label={messages.again} loading={busy === "check"} onClick={() => void actions.check()} />}
        />
      ) : (
        <Checking item={item} />
      )}
      <div className={styles["foot"]}>
        <Discard />
        <PageButton label={wordMessages.back} size="large" to={paths.import(item.id, "columns")} />
        {chosen && kept > 0 && open.length > 0 && (
          <p id={reasonId} className="quiet">
            <FormattedMessage {...(unsourced ? consentMessages.unsourced : consentMessages.unanswered)} />
          </p>
        )}
        {chosen && kept > 0 && (
          <Button
            type="primary"
            size="large"
            disabled={open.length > 0}
            aria-describedby={open.length > 0 ? reasonId : undefined}
            loading={busy === "start"}
            onClick={() => void actions.start()}
          >
            <FormattedMessage {...messages.submit} values={{ rows: kept }} />
          </Button>
        )}
      </div>
    </>
  );
}

function Checking({ item: { percent: done, check } }: { readonly item: Import }): ReactNode {
  const intl = useIntl();
  return (
    <Card title={messages.running}>
      <Progress
        aria-label={intl.formatMessage(messages.progress)}
        percent={done}
        status="normal"
        words={percent(intl, done)}
      />
      <p className="quiet">
        <FormattedMessage {...messages.rows} values={{ rows: check?.read ?? 0 }} />
      </p>
    </Card>
  );
}

interface CheckedProps {
  readonly of: Import;
  /** Whether the figures of the chosen policy are loading. */
  readonly busy: boolean;
  /** No other check will run, which would remove the refused rows for a while. */
  readonly settled: boolean;
}

function Checked({ of: item, busy, settled }: CheckedProps): ReactNode {
  const { timeZone } = useMe();
  const reading = useImportState((state) => state.reading);
  const moving = useImportState((state) => state.item.check?.state === "running");
  const { check } = item;
  if (!check) return null;
  const moment = check.checkedAt ? formatMoment(timestampDate(check.checkedAt), timeZone) : "";
  return (
    <>
      <Card title={messages.title} description={<FormattedMessage {...messages.nothingYet} values={{ moment }} />}>
        <div role="status" aria-busy={busy}>
          <Effects kind={item.kind} counts={check} />
        </div>
        {check.kept === 0 && (
          <Notice
            className={styles["below"] ?? ""}
            type="error"
            title={messages.nobody}
            description={messages.nobodyText}
          />
        )}
      </Card>
      <UnknownValues of={item} />
      {check.kept > 0 && item.kind === "contacts" && <NewConsents check={check} />}
      {policiesOf(item.kind, reading).length > 1 && existing(check) > 0 && <ConsentChoice />}
      {check.refused > 0 && <Refusals of={item} refused={check.refused} download={settled && !moving} />}
    </>
  );
}

/** The number of existing contacts in the file. */
function existing({ effects }: ImportCheck): number {
  return (effects?.changedCount ?? 0) + (effects?.unchangedCount ?? 0);
}
