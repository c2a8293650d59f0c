import BarChartOutlined from "@ant-design/icons-svg/es/asn/BarChartOutlined";
import type { ReactNode } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { useApi } from "../../../api/api-context";
import { paths } from "../../../lib/paths";
import { PageButton } from "../../../ui/PageLink";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { PagePart, PartFault } from "../../../ui/PagePart";
import { StatePanel } from "../../../ui/StatePanel";
import { Addresses } from "./Addresses";
import { Memberships } from "./Memberships";
import { createChanges } from "../change/changes";
import { Channels } from "./Channels";
import { ScoreControls } from "./ScoreControls";
import styles from "../Contacts.module.css";
import type { Explained, PersonData } from "./loader";
import { ConsentHistory } from "./ConsentHistory";
import { LatestMessages } from "./LatestMessages";
import type { Choice } from "./model/score-choice";
import { PersonHead } from "./PersonHead";
import { Receipt } from "./Receipt";
import { SameAddress } from "./SameAddress";
import { Scores } from "./Scores";
import { Visitors } from "./Visitors";
import { latestMessages, receiptMessages, scoresMessages as messages } from "./messages";
import { wordMessages } from "../../../i18n/word-messages";

export { personLoader as loader, revalidatePerson as shouldRevalidate } from "./loader";
export { PersonError as ErrorBoundary } from "./PersonError";
export { PersonPage as Component };

/** One contact: its data, its scores with their explanation, and the actions that change it. */
function PersonPage(): ReactNode {
  const data = useLoaderData<PersonData>();
  const { contact } = data;
  const api = useApi();
  const { revalidate } = useRevalidator();
  const changes = createChanges(api, contact, revalidate);
  return (
    <>
      <PersonHead contact={contact} />
      <div className="stack">
        <SameAddress contact={contact} />
        <Explanation data={data} />
        <Card title={latestMessages.title} description={latestMessages.text}>
          <PagePart of={data.messages}>{(sent) => <LatestMessages uid={contact.uid} sent={sent} />}</PagePart>
        </Card>
        <Addresses contact={contact} changes={changes} />
        <Channels contact={contact} changes={changes} />
        <Memberships contact={contact} changes={changes} />
        <ConsentHistory contact={contact} />
      </div>
    </>
  );
}

function Explanation({ data: { contact, scorings, choice, explained } }: { readonly data: PersonData }): ReactNode {
  if (scorings.fault) return <PartFault fault={scorings.fault} />;
  if (!choice) {
    return (
      <Card>
        <StatePanel
          icon={<Icon of={BarChartOutlined} />}
          title={messages.noScorings}
          text={messages.noScoringsText}
          actions={<PageButton label={wordMessages.goToScorings} to={paths.scoringList} />}
        />
      </Card>
    );
  }
  const web = choice.channel === "web";
  return (
    <>
      <ScoreControls scorings={scorings.value} choice={choice} contact={contact} />
      {web && (
        <Card title={messages.visitors} description={explained ? messages.visitorsText : messages.noVisitors}>
          {explained && (
            <PagePart of={explained.visitors}>
              {(visitors) => <Visitors visitors={visitors} contact={contact} choice={choice} />}
            </PagePart>
          )}
        </Card>
      )}
      {explained && <Why choice={choice} explained={explained} />}
    </>
  );
}

interface WhyProps {
  readonly choice: Choice;
  readonly explained: Explained;
}

/** The skeletons are about as high as the parts, so that the cards below them stay in place. */
function Why({ choice, explained }: WhyProps): ReactNode {
  return (
    <div className={styles["explained"]}>
      <Card title={receiptMessages.title}>
        <PagePart of={explained.receipt} rows={14}>
          {(receipt) => <Receipt receipt={receipt} />}
        </PagePart>
      </Card>
      <Card title={messages.title} description={messages.titleHint}>
        <PagePart of={explained.scores} rows={16}>
          {(scores) => <Scores scores={scores} choice={choice} />}
        </PagePart>
      </Card>
    </div>
  );
}
