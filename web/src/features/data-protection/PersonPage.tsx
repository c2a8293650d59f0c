import SearchOutlined from "@ant-design/icons-svg/es/asn/SearchOutlined";
import UserOutlined from "@ant-design/icons-svg/es/asn/UserOutlined";
import { useState, type ReactNode } from "react";
import { useIntl } from "react-intl";
import { useLoaderData, useRevalidator } from "react-router";
import type { ErasePersonResponse, FindPersonResponse } from "../../api/messages";
import { commonMessages } from "../../i18n/common-messages";
import { paths } from "../../lib/paths";
import { keepSearch } from "../../stores/search-store";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { PagePart } from "../../ui/PagePart";
import { PageHeader } from "../../ui/PageHeader";
import { SearchForm } from "../../ui/SearchForm";
import { StatePanel } from "../../ui/StatePanel";
import { Erased } from "./Erased";
import { Held } from "./Held";
import type { PersonData } from "./loader";
import { dataProtectionRouteMessages, personMessages as messages } from "./messages";
import { recipientReasons } from "../../i18n/recipient-fault-messages";

export { personLoader as loader } from "./loader";
export { PersonPage as Component };

/** The contract's limit for an address. */
const ADDRESS_MAX = 320;

/** The stored data of an address, to download or erase. */
function PersonPage(): ReactNode {
  const { formatMessage } = useIntl();
  const { address, found } = useLoaderData<PersonData>();
  const { revalidate, state } = useRevalidator();
  const [typed, setTyped] = useState(address);
  const [wrong, setWrong] = useState(false);
  const [receipt, setReceipt] = useState<ErasePersonResponse>();
  const submit = (): void => {
    const wanted = typed.trim();
    setWrong(wanted === "");
    if (wanted === "") return;
    setReceipt(undefined);
    keepSearch("person", wanted);
    void revalidate();
  };
  const erased = (made: ErasePersonResponse): void => {
    // The page forgets the address too.
    keepSearch("person", undefined);
    setTyped("");
    setReceipt(made);
    void revalidate();
  };
  return (
    <>
      <PageHeader
        trail={{ to: paths.eventLog, name: dataProtectionRouteMessages.log }}
        title={dataProtectionRouteMessages.person}
        description={messages.lead}
      />
      <SearchForm
        label={messages.field}
        action={messages.submit}
        busy={state === "loading"}
        maxLength={ADDRESS_MAX}
        value={typed}
        error={wrong ? formatMessage(commonMessages.required) : undefined}
        onChange={(text) => {
          setTyped(text);
          setWrong(false);
        }}
        onSubmit={submit}
      />
      {receipt ? (
        <Erased receipt={receipt} />
      ) : found ? (
        <PagePart of={found}>{(answer) => <Answer address={address} answer={answer} onErased={erased} />}</PagePart>
      ) : (
        <Card>
          <StatePanel icon={<Icon of={SearchOutlined} />} title={messages.hint} text={messages.hintText} />
        </Card>
      )}
    </>
  );
}

interface AnswerProps {
  readonly address: string;
  readonly answer: FindPersonResponse;
  readonly onErased: (receipt: ErasePersonResponse) => void;
}

function Answer({ address, answer: { items, erased }, onErased }: AnswerProps): ReactNode {
  if (items.length > 0) return <Held address={address} items={items} onErased={onErased} />;
  return (
    <Card>
      <div role="status">
        <StatePanel
          icon={<Icon of={UserOutlined} />}
          title={erased ? messages.gone : recipientReasons.PERSON_NOT_FOUND}
          text={erased ? messages.goneText : messages.noneText}
        />
      </div>
    </Card>
  );
}
