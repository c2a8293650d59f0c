import { useRevalidator } from "react-router";
import type { Message } from "../../i18n/define-messages";
import { showSnackbar } from "../../stores/app-store";
import { useSubmission, type Submission } from "../../ui/use-submission";

export interface Act {
  readonly act: () => Promise<unknown>;
  /** The snackbar after success. */
  readonly notice: Message;
}

/** Calls that a page's buttons make: each shows its snackbar and loads the page's data again. */
export function useActing(): Submission<Act> {
  const { revalidate } = useRevalidator();
  return useSubmission<Act>(async ({ act, notice }) => {
    await act();
    showSnackbar({ message: notice });
    await revalidate();
  });
}
