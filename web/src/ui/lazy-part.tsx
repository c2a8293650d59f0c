import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { commonMessages } from "../i18n/common-messages";
import { Button } from "./Button";
import styles from "./lazy-part.module.css";
import { Notice } from "./Notice";

/**
 * A part of a page that is loaded when first rendered: a dialog, an image. Until then `fallback` is shown. If loading
 * fails, because the network is down or a newer version has replaced it, an error is shown.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback?: ReactNode | ((props: P) => ReactNode),
): ComponentType<P> {
  const Part = lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => <Missing floating={fallback === undefined} /> };
    }
  }) as ComponentType<P>;
  return function Later(props: P) {
    return (
      <Suspense fallback={typeof fallback === "function" ? fallback(props) : fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}

function Missing({ floating }: { readonly floating: boolean }): ReactNode {
  return (
    <Notice
      type="error"
      className={floating ? (styles["floating"] ?? "") : ""}
      title={commonMessages.partFailed}
      description={commonMessages.partMissingText}
      action={<Button label={commonMessages.reload} size="small" onClick={() => window.location.reload()} />}
    />
  );
}
