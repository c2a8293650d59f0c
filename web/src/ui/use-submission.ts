import { useState } from "react";
import { toFault, type Fault } from "../api/fault";

export interface Submission<T> {
  readonly busy: boolean;
  /** Whether the last attempt succeeded. */
  readonly done: boolean;
  /**
   * The reason for the failure of the last attempt; undefined while one is running, after a success and after `forget`.
   */
  readonly fault: Fault | undefined;
  readonly submit: (values: T) => Promise<void>;
  /** Clears the outcome of the last attempt, because the user is typing the next one. */
  readonly forget: () => void;
}

const IDLE = { busy: false, done: false, fault: undefined };

/** The submission of one form: its state and its failure. `onFault` may show a failure at the field it concerns. */
export function useSubmission<T>(
  send: (values: T) => Promise<unknown>,
  onFault: (fault: Fault) => void = () => undefined,
): Submission<T> {
  const [state, setState] = useState<Pick<Submission<T>, "busy" | "done" | "fault">>(IDLE);
  const submit = async (values: T): Promise<void> => {
    if (state.busy) return;
    setState({ ...IDLE, busy: true });
    try {
      await send(values);
      setState({ ...IDLE, done: true });
    } catch (thrown) {
      const fault = toFault(thrown);
      setState({ ...IDLE, fault });
      onFault(fault);
    }
  };
  const forget = (): void => {
    if (state.fault) setState(IDLE);
  };
  return { ...state, submit, forget };
}
