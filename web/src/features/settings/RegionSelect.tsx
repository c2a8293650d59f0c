import { Select, type SelectProps } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { matches } from "./model";

interface RegionSelectProps extends Omit<SelectProps<string>, "options"> {
  /** Choices with their names, of these codes or of all. */
  readonly list: (locale: string, codes?: readonly string[]) => { value: string; label: string }[];
}

/** One of a long list. The list is made when somebody opens it; until then only what is chosen has a name. */
export function RegionSelect({ list, value, ...rest }: RegionSelectProps): ReactNode {
  const { locale } = useIntl();
  const [opened, setOpened] = useState(false);
  const options = useMemo(
    () => list(locale, opened ? undefined : typeof value === "string" ? [value] : []),
    [list, locale, opened, value],
  );
  return (
    <Select<string>
      {...rest}
      value={value}
      allowClear
      showSearch={{
        filterOption: (typed, option) => matches(typeof option?.label === "string" ? option.label : "", typed),
      }}
      options={options}
      onOpenChange={() => setOpened(true)}
    />
  );
}
