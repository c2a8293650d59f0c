import { useMemo, useState, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { ControlProps } from "../../ui/Field";
import { SearchSelect } from "./late-controls";
import { settingsMessages as messages } from "./messages";

interface RegionSelectProps extends ControlProps {
  /** Lists choices with their names, of the given codes or of all. */
  readonly list: (locale: string, codes?: readonly string[]) => { value: string; label: string }[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A choice from a long list. The list is made when it is opened; until then only the chosen item has a name. */
export function RegionSelect({ list, ...select }: RegionSelectProps): ReactNode {
  const { value } = select;
  const { locale } = useIntl();
  const [opened, setOpened] = useState(false);
  const options = useMemo(
    () => list(locale, opened ? undefined : value === undefined ? [] : [value]),
    [list, locale, opened, value],
  );
  return (
    <SearchSelect
      {...select}
      size="large"
      clearable
      options={options}
      nothing={<FormattedMessage {...messages.noMatch} />}
      onOpen={() => setOpened(true)}
    />
  );
}
