import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { paths } from "../../lib/paths";
import { connectionMessages as messages, connectionsRouteMessages as routeMessages } from "./messages";

/** The way back to all connections. */
export function Trail(): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <nav aria-label={formatMessage(messages.trail)}>
      <Link to={paths.connections}>
        <FormattedMessage {...routeMessages.title} />
      </Link>
    </nav>
  );
}
