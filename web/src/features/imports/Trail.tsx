import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { fileMessages } from "./kind-messages";
import { importsRouteMessages } from "./route-messages";

/** The way back to all imports. */
export function Trail(): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <nav aria-label={formatMessage(fileMessages.trail)}>
      <Link to={paths.imports}>
        <FormattedMessage {...importsRouteMessages.title} />
      </Link>
    </nav>
  );
}
