import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";

/** The only action on a page that ends before signing in. */
export function LogInButton(): ReactNode {
  const navigate = useNavigate();
  return (
    <Button label={commonMessages.logIn} type="primary" size="large" block onClick={() => void navigate(paths.login)} />
  );
}
