import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Card } from "../../../ui/Card";
import { Details } from "../../../ui/Details";
import { CopyField } from "../../../ui/CopyButton";
import { webMessages as messages } from "../web-messages";

/** How programs send events: with Segment's unchanged libraries and this installation's address. */
export function Libraries({ writeKey }: { readonly writeKey: string }): ReactNode {
  const { origin } = window.location;
  return (
    <Card
      title={<FormattedMessage {...messages.libraries} />}
      description={<FormattedMessage {...messages.librariesText} />}
    >
      <Details summary={<FormattedMessage {...messages.more} />}>
        <div className="stack">
          <CopyField
            label={<FormattedMessage {...messages.writeKey} />}
            value={writeKey}
            action={<FormattedMessage {...messages.copyKey} />}
          />
          <CopyField
            label={<FormattedMessage {...messages.browser} />}
            value={browserCode(writeKey, origin)}
            action={<FormattedMessage {...messages.copyCode} />}
            rows={3}
          />
          <CopyField
            label={<FormattedMessage {...messages.server} />}
            value={serverCode(writeKey, origin)}
            action={<FormattedMessage {...messages.copyCode} />}
            rows={3}
          />
        </div>
      </Details>
    </Card>
  );
}

function browserCode(writeKey: string, origin: string): string {
  return `import { AnalyticsBrowser } from "@segment/analytics-next";
const analytics = AnalyticsBrowser.load({ writeKey: "${writeKey}", cdnURL: "${origin}/api/ingest" });`;
}

function serverCode(writeKey: string, origin: string): string {
  return `import { Analytics } from "@segment/analytics-node";
const analytics = new Analytics({ writeKey: "${writeKey}", host: "${origin}", path: "/api/ingest/v1/batch" });`;
}
