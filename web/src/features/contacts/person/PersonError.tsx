import type { ReactNode } from "react";
import { useRouteError } from "react-router";
import { toFault } from "../../../api/fault";
import { faultMessages } from "../../../i18n/fault-messages";
import { paths } from "../../../lib/paths";
import { GonePage, PageError } from "../../../ui/PageError";
import { personMessages } from "./messages";

/** In place of a contact that could not be loaded. */
export function PersonError(): ReactNode {
  const { reason, fields } = toFault(useRouteError());
  if (reason !== "CONTACT_NOT_FOUND" && reason !== "DATABASE_NOT_FOUND" && fields.length === 0)
    return <PageError title={personMessages.failed} />;
  return (
    <GonePage
      title={faultMessages.CONTACT_NOT_FOUND}
      text={personMessages.goneText}
      action={personMessages.toSearch}
      to={paths.contacts}
    />
  );
}
