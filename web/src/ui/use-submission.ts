import { useState } from "react";
import { toFault, type Fault } from "../api/fault";

export interface Submission<T> {
  readonly busy: boolean;
  /** The last attempt succeeded. */
  readonly done: boolean;
  /** Why the last attempt failed; undefined while one runs, after a success and once it was forgotten. */
  readonly fault: Fault | undefined;
  readonly submit: (values: T) => Promise<void>;
  /** What was said about the last attempt no longer holds: somebody types the next one. */
  readonly forget: () => void;
}

const IDLE = { busy: false, done: false, fault: undefined };

/** One form's sending: what runs, and why it failed. `onFault` may put a failure beside the field it concerns. */
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
