import type { ReactNode } from "react";
import { useRouteError } from "react-router";
import { toFault } from "../../api/fault";
import { importReasons } from "../../i18n/recipient-fault-messages";
import { paths } from "../../lib/paths";
import { GonePage, PageError } from "../../ui/PageError";
import { importsRouteMessages as messages } from "./messages";

/** In place of an import that could not be loaded. */
export function ImportError(): ReactNode {
  const { reason, fields } = toFault(useRouteError());
  if (reason !== "IMPORT_NOT_FOUND" && fields.length === 0) return <PageError title={messages.title} />;
  return (
    <GonePage
      title={importReasons.IMPORT_NOT_FOUND}
      text={messages.goneText}
      action={messages.toList}
      to={paths.imports}
    />
  );
}
