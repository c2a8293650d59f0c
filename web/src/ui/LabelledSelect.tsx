import { useId, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../i18n/define-messages";
import { Select, type SelectProps } from "./Select";

interface LabelledSelectProps extends Omit<SelectProps, "id"> {
  readonly label: Message;
  /** By default the label is beside the select. */
  readonly className?: string | undefined;
}

/** A select with a quiet label. */
export function LabelledSelect({ label, className = "row", ...select }: LabelledSelectProps): ReactNode {
  const id = useId();
  return (
    <div className={className}>
      <label className="quiet" htmlFor={id}>
        <FormattedMessage {...label} />
      </label>
      <Select id={id} {...select} />
    </div>
  );
}
