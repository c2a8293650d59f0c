import type { ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { Contact } from "../../../api/messages";
import { formatDay } from "../../../lib/dates";
import { changeSearch } from "../../../lib/search";
import { Pager } from "../../../ui/Pager";
import { Table } from "../../../ui/Table";
import type { VisitorScore } from "./loader";
import { VISITORS_A_PAGE, type Choice } from "./model/score-choice";
import { scoresMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

interface VisitorsProps {
  /** The visitors of one page. */
  readonly visitors: readonly VisitorScore[];
  readonly contact: Contact;
  readonly choice: Choice;
}

/** The visitors that are resolved to the contact, each with its newest score; one of them is explained. */
export function Visitors({ visitors, contact, choice: { recipient } }: VisitorsProps): ReactNode {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const searchOf = (visitor: number | undefined) => ({
    search: changeSearch(search, { visitor: String(visitor ?? ""), page: undefined }),
  });
  const at = contact.visitors.findIndex(({ number }) => number === recipient);
  return (
    <>
      <Table
        look="figures"
        caption={messages.visitors}
        rows={visitors}
        rowKey={({ number }) => number}
        columns={[
          {
            head: messages.visitor,
            wrap: true,
            cell: ({ number, visitorId }) => (
              <Link
                to={searchOf(number)}
                replace
                preventScrollReset
                aria-current={number === recipient ? "true" : undefined}
              >
                {visitorId}
              </Link>
            ),
          },
          { head: wordMessages.score, number: true, cell: ({ newest }) => newest?.score },
          { head: messages.date, number: true, cell: ({ newest }) => newest && formatDay(newest.generatedDate) },
        ]}
      />
      {contact.visitors.length > VISITORS_A_PAGE && (
        <Pager
          page={Math.floor(at / VISITORS_A_PAGE) + 1}
          pageSize={VISITORS_A_PAGE}
          total={contact.visitors.length}
          onPage={(page) =>
            void navigate(searchOf(contact.visitors[(page - 1) * VISITORS_A_PAGE]?.number), {
              replace: true,
              preventScrollReset: true,
            })
          }
        />
      )}
    </>
  );
}
