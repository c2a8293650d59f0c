import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { dayOf, formatTime } from "../../../lib/dates";
import { Confirm } from "../../../ui/Confirm";
import { useMe } from "../../session";
import { useFrame } from "../report/use-report";
import { calculationMessages as messages } from "./messages";

/** Asks before a calculation: today's result, if there is one, is replaced. */
export function AskDialog({
  onClose,
  onStart,
}: {
  readonly onClose: () => void;
  readonly onStart: () => void;
}): ReactNode {
  const { timeZone } = useMe();
  const { dates, report } = useFrame();
  const today = dayOf(new Date(), timeZone);
  const at = report?.date === today ? report.partition.calculatedAt : undefined;
  return (
    <Confirm
      title={<FormattedMessage {...messages.ask} />}
      confirm={<FormattedMessage {...messages.confirm} />}
      onConfirm={() => {
        onClose();
        onStart();
      }}
      onClose={onClose}
    >
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
