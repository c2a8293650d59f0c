import type { ReactNode } from "react";
import { commonMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { PageButton } from "../../ui/PageLink";

/** The only action on a page that ends before signing in. */
export function LogInButton(): ReactNode {
  return <PageButton label={commonMessages.logIn} type="primary" size="large" block to={paths.login} />;
}
