import { useState } from "react";
import { toFault, type Fault } from "../api/fault";

export interface Submission<T> {
  readonly busy: boolean;
  /** Why the last attempt failed; undefined while one runs and after a success. */
  readonly fault: Fault | undefined;
  readonly submit: (values: T) => Promise<void>;
}

/** One form's sending: what runs, and why it failed. `onFault` may put a failure beside the field it concerns. */
export function useSubmission<T>(
  send: (values: T) => Promise<unknown>,
  onFault: (fault: Fault) => void = () => undefined,
): Submission<T> {
  const [state, setState] = useState<{ readonly busy: boolean; readonly fault: Fault | undefined }>({
    busy: false,
    fault: undefined,
  });
  const submit = async (values: T): Promise<void> => {
    if (state.busy) return;
    setState({ busy: true, fault: undefined });
    try {
      await send(values);
      setState({ busy: false, fault: undefined });
    } catch (thrown) {
      const fault = toFault(thrown);
      setState({ busy: false, fault });
      onFault(fault);
    }
  };
  return { ...state, submit };
}
