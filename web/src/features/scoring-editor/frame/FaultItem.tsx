import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { FaultField } from "../../../api/fault";
import { fieldWords } from "../../../i18n/field-fault";
import { paths } from "../../../lib/paths";
import { useDraft } from "../editor-context";
import { ENTERING } from "../entering";
import { editorMessages as messages, stepMessages } from "../messages";
import { pageOfField, stepOf } from "../model/steps";
import { usePage } from "./navigation";

/** A list item about a refused value, with a link to the step where it can be corrected, unless that is shown. */
export function FaultItem({ fault: field }: { readonly fault: FaultField }): ReactNode {
  const { formatMessage } = useIntl();
  const [draft] = useDraft();
  const here = usePage();
  const page = pageOfField(draft, field.field);
  const step = stepOf(draft, page);
  const { message, values } = fieldWords(field);
  const fault = formatMessage(message, values);
  return (
    <li>
      {page === here || !step ? (
        fault
      ) : (
        <Link to={paths.edit(page, draft.id)} state={ENTERING}>
          <FormattedMessage {...messages.refused} values={{ fault, step: formatMessage(stepMessages[step.name]) }} />
        </Link>
      )}
    </li>
  );
}
