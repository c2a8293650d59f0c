import { useIntl } from "react-intl";
import { defectMessages, remedyMessages } from "./defect-messages";

/** Why a row is refused and what helps, in the person's language. */
export interface DefectWords {
  readonly title: string;
  /** Empty for a reason that this page does not know. */
  readonly remedy: string;
}

/** Words for a reason such as "BAD_EMAIL: the e-mail address is not one"; what follows the code says an unknown one. */
export function useDefectWords(): (reason: string) => DefectWords {
  const { formatMessage } = useIntl();
  return (reason) => {
    const [code = "", text = code] = reason.split(/: (.*)/s);
    const [title, remedy] = [defectMessages[code], remedyMessages[code]];
    return { title: title ? formatMessage(title) : text, remedy: remedy ? formatMessage(remedy) : "" };
  };
}
