import { useIntl } from "react-intl";
import { defectMessages, remedyMessages } from "./defect-messages";

/** The reason for a refused row and the remedy, in the user's language. */
export interface DefectWords {
  readonly title: string;
  /** Empty for an unknown reason. */
  readonly remedy: string;
}

/**
 * Texts for a reason such as "BAD_EMAIL: the e-mail address is not one"; for an unknown reason the text after the code.
 */
export function useDefectWords(): (reason: string) => DefectWords {
  const { formatMessage } = useIntl();
  return (reason) => {
    const [code = "", text = code] = reason.split(/: (.*)/s);
    const [title, remedy] = [defectMessages[code], remedyMessages[code]];
    return { title: title ? formatMessage(title) : text, remedy: remedy ? formatMessage(remedy) : "" };
  };
}
