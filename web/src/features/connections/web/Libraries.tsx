import type { ReactNode } from "react";
import { Card } from "../../../ui/Card";
import { Details } from "../../../ui/Details";
import { CopyField } from "../../../ui/CopyButton";
import { webMessages as messages } from "../messages";

/** How programs send events: with Segment's unchanged libraries and this installation's address. */
export function Libraries({ writeKey }: { readonly writeKey: string }): ReactNode {
  const { origin } = window.location;
  return (
    <Card title={messages.libraries} description={messages.librariesText}>
      <Details summary={messages.more}>
        <div className="stack">
          <CopyField label={messages.writeKey} value={writeKey} action={messages.copyKey} />
          <CopyField
            label={messages.browser}
            value={browserCode(writeKey, origin)}
            action={messages.copyCode}
            rows={3}
          />
          <CopyField label={messages.server} value={serverCode(writeKey, origin)} action={messages.copyCode} rows={3} />
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
