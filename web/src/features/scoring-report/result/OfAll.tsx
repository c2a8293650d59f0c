import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useReport } from "../report/use-report";
import { ofAllMessages } from "./messages";

/** After the text under a heading: the filter of visitors leaves these figures alone. */
export function OfAll(): ReactNode {
  const { query } = useReport();
  if (query.userFilter === "") return null;
  return (
    <>
      {" "}
      <FormattedMessage {...ofAllMessages.visitors} />
    </>
  );
}
