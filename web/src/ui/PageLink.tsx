import type { ComponentProps, ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link, useNavigate, type LinkProps, type To } from "react-router";
import type { Message } from "../i18n/define-messages";
import { Button } from "./Button";

/** A link to a page, named by one message. */
export function PageLink({ label, ...link }: LinkProps & { readonly label: Message }): ReactNode {
  return (
    <Link {...link}>
      <FormattedMessage {...label} />
    </Link>
  );
}

interface PageButtonProps extends Omit<ComponentProps<typeof Button>, "onClick"> {
  readonly to: To;
  readonly state?: unknown;
}

/** A button that opens a page. */
export function PageButton({ to, state, ...button }: PageButtonProps): ReactNode {
  const navigate = useNavigate();
  return <Button {...button} onClick={() => void navigate(to, { state })} />;
}
