import CheckOutlined from "@ant-design/icons-svg/es/asn/CheckOutlined";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { ErasePersonResponse } from "../../api/messages";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { PageButton } from "../../ui/PageLink";
import { StatePanel } from "../../ui/StatePanel";
import { uidsOf } from "./held";
import { personMessages as messages } from "./messages";

/** The receipt of an erasure. It names no address, because none is stored any more. */
export function Erased({ receipt: { id, items } }: { readonly receipt: ErasePersonResponse }): ReactNode {
  const uids = uidsOf(items);
  return (
    <Card>
      <div role="status">
        <StatePanel
          icon={<Icon of={CheckOutlined} />}
          title={messages.erased}
          text={
            <>
              <p>
                <FormattedMessage
                  {...messages.erasedText}
                  values={{ contacts: items.length, count: uids.length, uids: uids.join(", ") }}
                />
              </p>
              <p>
                <FormattedMessage {...messages.erasedEntry} values={{ id: <code key="id">{id}</code> }} />
              </p>
            </>
          }
          actions={
            // The button that had the focus is gone, so this one takes it.
            <PageButton label={messages.toLog} ref={take} to={paths.eventLog} />
          }
        />
      </div>
    </Card>
  );
}

function take(button: HTMLButtonElement | null): void {
  button?.focus();
}
