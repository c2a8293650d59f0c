import LockOutlined from "@ant-design/icons-svg/es/asn/LockOutlined";
import WarningOutlined from "@ant-design/icons-svg/es/asn/WarningOutlined";
import { Icon } from "../../ui/Icon";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useSearchParams } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { loginPath, paths, safePath } from "../../lib/paths";
import { supportKnows } from "../../reporting/reporting";
import { useEndStore } from "../../stores/session-store";
import { BlankLayout } from "../../ui/BlankLayout";
import styles from "./ErrorPage.module.css";
import { systemMessages } from "./messages";
import { Button } from "../../ui/Button";

const PAGES = {
  500: {
    icon: <Icon of={WarningOutlined} />,
    title: systemMessages.title500,
    text: systemMessages.text500,
    action: systemMessages.home,
  },
  401: {
    icon: <Icon of={LockOutlined} />,
    title: systemMessages.title401,
    text: systemMessages.text401,
    action: commonMessages.logIn,
  },
} as const;

function ErrorPage({ kind }: { readonly kind: keyof typeof PAGES }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const page = PAGES[kind];
  const trace = search.get("trace");
  const { ranOut = paths.home } = useEndStore();
  const target = kind === 500 ? safePath(search.get("from")) : loginPath(ranOut);
  return (
    <BlankLayout bare title={formatMessage(page.title)}>
      <div className={styles["error"]}>
        <span className={styles["icon"]} aria-hidden>
          {page.icon}
        </span>
        <h1 className={styles["title"]} tabIndex={-1}>
          <FormattedMessage {...page.title} />
        </h1>
        <p className={styles["text"]}>
          <FormattedMessage {...(kind === 500 && supportKnows() ? systemMessages.text500Reported : page.text)} />
        </p>
        {trace !== null && (
          <p className={styles["trace"]}>
            <FormattedMessage {...commonMessages.trace} values={{ trace }} />
          </p>
        )}
        <Button type="primary" onClick={() => void navigate(target)}>
          <FormattedMessage {...page.action} />
        </Button>
      </div>
    </BlankLayout>
  );
}

/** The page of an internal failure. */
export function Error500Page(): ReactNode {
  return <ErrorPage kind={500} />;
}

/** The page of a session that is not accepted. */
export function Error401Page(): ReactNode {
  return <ErrorPage kind={401} />;
}
