import { useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { percent } from "../../../i18n/format";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Confirm } from "../../../ui/Confirm";
import { Progress } from "../../../ui/Progress";
import { useImport, useImportState } from "../import-context";
import styles from "../Imports.module.css";
import { paceOf } from "../model/pace";
import { runMessages as messages } from "./messages";
import { fileNameOf } from "../file-name";

/** The progress of a running import. */
export function Running(): ReactNode {
  const intl = useIntl();
  const { item, marks } = useImportState((state) => state);
  const [asked, setAsked] = useState(false);
  const pace = paceOf(marks);
  return (
    <Card
      title={messages.title}
      description={messages.text}
      extra={<Button label={messages.stop} onClick={() => setAsked(true)} />}
    >
      <Progress
        aria-label={intl.formatMessage(messages.progress)}
        percent={item.percent}
        status="normal"
        words={percent(intl, item.percent)}
      />
      <p className={styles["line"]}>
        <FormattedMessage
          {...(item.read === 0 ? messages.queued : messages.soFar)}
          values={{ kept: item.kept, refused: item.refused }}
        />
        {pace !== undefined && (
          <span className="number quiet">
            <FormattedMessage {...messages.pace} values={{ rows: pace }} />
          </span>
        )}
      </p>
      {/* Announced only at every quarter, to limit announcements. */}
      <p className="visually-hidden" role="status">
        <FormattedMessage
          {...messages.spoken}
          values={{ percent: percent(intl, Math.floor(item.percent / 25) * 25) }}
        />
      </p>
      {asked && <Stop onClose={() => setAsked(false)} />}
    </Card>
  );
}

function Stop({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { formatMessage } = useIntl();
  const { actions } = useImport();
  const item = useImportState((state) => state.item);
  const stop = async (): Promise<void> => {
    await actions.cancel();
    onClose();
  };
  return (
    <Confirm
      title={<FormattedMessage {...messages.stopAsk} values={{ file: fileNameOf(item, formatMessage) }} />}
      confirm={messages.stop}
      cancel={messages.stay}
      danger
      onConfirm={stop}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...messages.stopText} values={{ kept: item.kept }} />
      </p>
    </Confirm>
  );
}
