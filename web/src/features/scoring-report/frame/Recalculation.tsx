import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useEffect, useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useNavigate } from "react-router";
import { useStore } from "zustand";
import { useApi } from "../../../api/api-context";
import { commonMessages } from "../../../i18n/common-messages";
import { dayOf, formatTime } from "../../../lib/dates";
import { paths } from "../../../lib/paths";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { createCalculation, createCalculationStore, type CalculationStore } from "../../calculation";
import { useMe } from "../../session";
import { calculationMessages as messages } from "./messages";
import { useFrame } from "./use-report";

/** A calculation started from the report. */
export interface Recalculation {
  readonly store: CalculationStore;
  /** Something runs. */
  readonly busy: boolean;
  readonly start: () => void;
}

/** A page's hold on today's calculation; its result is shown once it is there. */
export function useRecalculation(): Recalculation {
  const { scoring, view } = useFrame();
  const api = useApi();
  const navigate = useNavigate();
  const [store] = useState(createCalculationStore);
  const [calculation] = useState(() => createCalculation(api, store, scoring.id));
  const phase = useStore(store, (state) => state.phase);
  // Ends the stream with the page; nothing else would.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(() => () => calculation.stop(), [calculation]);
  const start = (): void => {
    calculation.start((date) => {
      void navigate(paths.report(scoring.id, { ...view, date }), { replace: true, preventScrollReset: true });
    });
  };
  return { store, busy: phase === "starting" || phase === "running", start };
}

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
    <Dialog
      title={<FormattedMessage {...messages.ask} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...commonMessages.cancel} />
          </Button>
          <Button
            type="primary"
            onClick={() => {
              onClose();
              onStart();
            }}
          >
            <FormattedMessage {...messages.confirm} />
          </Button>
        </>
      }
    >
      <p>
        {at ? (
          <FormattedMessage {...messages.replaces} values={{ time: formatTime(timestampDate(at), timeZone) }} />
        ) : (
          <FormattedMessage {...(dates.includes(today) ? messages.replacesToday : messages.consequence)} />
        )}
      </p>
    </Dialog>
  );
}
