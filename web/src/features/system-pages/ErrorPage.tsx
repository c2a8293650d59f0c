import { useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { useSearchParams } from "react-router";
import { commonMessages } from "../../i18n/common-messages";
import { formatMoment } from "../../lib/dates";
import { loginPath, paths, safePath } from "../../lib/paths";
import { supportKnows } from "../../reporting/reporting";
import { useEndStore } from "../../stores/session-store";
import { BlankLayout } from "../../ui/BlankLayout";
import styles from "./ErrorPage.module.css";
import { systemMessages } from "./messages";
import { PageButton } from "../../ui/PageLink";

const PAGES = {
  500: {
    title: systemMessages.title500,
    text: systemMessages.text500,
    action: systemMessages.home,
  },
  401: {
    title: systemMessages.title401,
    text: systemMessages.text401,
    action: commonMessages.logIn,
  },
} as const;

function ErrorPage({ kind }: { readonly kind: keyof typeof PAGES }): ReactNode {
  const [search] = useSearchParams();
  const page = PAGES[kind];
  const [now] = useState(() => new Date());
  const trace = search.get("trace");
  const { ranOut = paths.home } = useEndStore();
  const target = kind === 500 ? safePath(search.get("from")) : loginPath(ranOut);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <BlankLayout bare title={page.title}>
      <div className={styles["error"]}>
        <svg viewBox="0 0 240 72" className={styles["drawing"]} aria-hidden>
          <path d="M4 36h62l12-26 18 52 13-36 7 10h24" />
          <path d="M156 36h80" />
          <circle cx="140" cy="36" r="5" />
        </svg>
        <p className={styles["code"]}>{kind}</p>
        <h1 className={styles["title"]} tabIndex={-1}>
          <FormattedMessage {...page.title} />
        </h1>
        <p className={styles["text"]}>
          <FormattedMessage {...(kind === 500 && supportKnows() ? systemMessages.text500Reported : page.text)} />
        </p>
        <PageButton label={page.action} type="primary" size="large" to={target} />
        <p className={styles["help"]}>
          {kind === 401 ? (
            <FormattedMessage {...systemMessages.help401} />
          ) : trace === null ? (
            <FormattedMessage
              {...systemMessages.help500}
              values={{ when: `${formatMoment(now, timeZone)} (${timeZone})` }}
            />
          ) : (
            <FormattedMessage {...commonMessages.trace} values={{ trace }} />
          )}
        </p>
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
