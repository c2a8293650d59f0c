import { timestampDate } from "@bufbuild/protobuf/wkt";
import { use, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { dayOf, formatTime } from "../../../lib/dates";
import { Confirm } from "../../../ui/Confirm";
import { UnscorableNotice, type unscorableToday } from "../../scoring-editor";
import { useMe } from "../../session";
import { useFrame } from "../report/use-report";
import { calculationMessages as messages } from "./messages";

interface AskDialogProps {
  /** The channels, if no contact would be scored today. */
  readonly asked: ReturnType<typeof unscorableToday>;
  readonly onClose: () => void;
  readonly onStart: () => void;
}

/**
 * Asks before a calculation, which replaces today's result if there is one. One that scores no contact is not started.
 */
export function AskDialog({ asked, onClose, onStart }: AskDialogProps): ReactNode {
  const { timeZone } = useMe();
  const { dates, report, scoring } = useFrame();
  const unscorable = use(asked);
  const today = dayOf(new Date(), timeZone);
  const at = report?.date === today ? report.partition.calculatedAt : undefined;
  return (
    <Confirm
      title={messages.ask}
      confirm={messages.confirm}
      onConfirm={() => {
        onClose();
        onStart();
      }}
      onClose={onClose}
      disabled={unscorable.length > 0}
    >
      <UnscorableNotice scoringId={scoring.id} channels={unscorable} />
      <p>
        {at ? (
          <FormattedMessage {...messages.replaces} values={{ time: formatTime(timestampDate(at), timeZone) }} />
        ) : (
          <FormattedMessage {...(dates.includes(today) ? messages.replacesToday : messages.consequence)} />
        )}
      </p>
    </Confirm>
  );
}
