import type { ReactNode } from "react";
import { useRouteError } from "react-router";
import { Error500Page } from "../features/system-pages";
import { commonMessages } from "../i18n/common-messages";
import { isLostPart } from "../lib/lost-parts";
import { BlankLayout } from "../ui/BlankLayout";
import { LostPart } from "../ui/PageError";

/** Failures outside the shell, or of the shell itself, that no page can show. */
export function RootError(): ReactNode {
  if (!isLostPart(useRouteError())) return <Error500Page />;
  return (
    <BlankLayout bare title={commonMessages.partMissing}>
      <LostPart />
    </BlankLayout>
  );
}
