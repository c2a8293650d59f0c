import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { DatabaseOf } from "../../ui/DatabaseOf";
import { kindMessages, fileMessages } from "./messages";
import { kindOf } from "./model/kinds";

interface SubjectProps {
  readonly kind: string;
  /** Empty if it is not known. */
  readonly uid: string;
  readonly mapping: readonly string[];
}

/** What a file has: its kind, and its database. With a column of databases each row names its own. */
export function Subject({ kind, uid, mapping }: SubjectProps): ReactNode {
  const inFile = mapping.includes("uid");
  return (
    <>
      <FormattedMessage {...kindMessages[kindOf(kind)]} />
      {(inFile || uid !== "") && " · "}
      {inFile ? <FormattedMessage {...fileMessages.inFile} /> : uid !== "" && <DatabaseOf uid={uid} />}
    </>
  );
}
