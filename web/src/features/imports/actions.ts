import { clientOf, type Api } from "../../api/api";
import { ImportService } from "../../api/services";
import { toFault } from "../../api/fault";
import type { Import } from "../../api/messages";
import type { MessageChannel } from "../../lib/channel";
import { forgetReading, rememberReading } from "./draft-memory";
import {
  changed,
  doubled,
  found,
  mapped,
  meaningsOf,
  meant,
  newConsentsOf,
  policiesOf,
  type ConsentAnswer,
  type Policy,
  type Reading,
} from "./model/reading";
import { take, unchecked, type ImportState, type ImportStore } from "./store";

/** Actions of an import. Failures are put into the store; only `follow` throws them too. */
export interface ImportActions {
  /** Inspects the draft with other options. */
  readonly read: (change: Partial<Reading>) => Promise<void>;
  /** Maps a column to a field. */
  readonly map: (column: number, field: string) => Promise<void>;
  /** Sets the meaning of a value of a column. */
  readonly mean: (column: string, value: string, meaning: string) => Promise<void>;
  /** Sets the policy for consents of existing contacts. */
  readonly decide: (policy: Policy) => void;
  /** Sets the consents of contacts that the file creates. */
  readonly answer: (channel: MessageChannel, answer: ConsentAnswer) => void;
  /** Starts the draft's dry run; returns whether it was started. */
  readonly check: () => Promise<boolean>;
  readonly start: () => Promise<boolean>;
  /** Cancels the import, or deletes the draft. */
  readonly cancel: () => Promise<boolean>;
  /** Fetches the progress, and starts dry runs that are still missing. */
  readonly follow: (signal: AbortSignal) => Promise<void>;
}

export function createImportActions(api: Api, store: ImportStore): ImportActions {
  const { getState, setState } = store;
  const { id } = getState().item;
  let looking = new AbortController();
  let inspected: Promise<unknown> = Promise.resolve();

  /** Another attempt may have begun meanwhile. */
  const end = (busy: ImportState["busy"]): void => {
    if (getState().busy === busy) setState({ busy: undefined });
  };

  const attempt = async (busy: ImportState["busy"], ask: () => Promise<void>, signal?: AbortSignal) => {
    setState({ busy, fault: undefined, refused: false });
    try {
      await ask();
      end(busy);
      return true;
    } catch (thrown) {
      // If it was aborted, a later attempt has replaced it.
      if (!signal?.aborted) {
        end(busy);
        setState({ fault: toFault(thrown) });
      }
      return false;
    }
  };

  const inspect = async (reading: Reading): Promise<void> => {
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    // The aborted inspection leaves this to its successor.
    setState({ reading, busy: undefined });
    // Two columns share a field: the user is about to map one of them to another.
    if (doubled(reading.mapping).size > 0) return;
    inspected = attempt(
      "inspect",
      async () => {
        const { inspection } = await clientOf(api, ImportService).inspectImport(
          { id, options: { ...optionsOf({ ...getState(), reading }), values: reading.values } },
          { signal },
        );
        if (!inspection) throw new Error("an inspection without content");
        const known = found(reading, inspection);
        setState(({ item }) => ({ inspection, reading: known, item: { ...item, kind: inspection.kind } }));
        rememberReading(id, known);
      },
      signal,
    );
    await inspected;
  };

  const checkWith = async (consentPolicy: Policy): Promise<Import> => {
    const state = getState();
    // Without answers, it counts the contacts that need them.
    const options = optionsOf({ ...state, reading: { ...state.reading, consentPolicy, answers: {} } });
    const answer = await clientOf(api, ImportService).checkImport({ id, options });
    return existing(answer.import);
  };

  return {
    read: (change) => inspect(changed(getState().reading, change)),
    map: (column, field) => inspect(mapped(getState().reading, column, field)),
    mean: (column, value, meaning) => inspect(meant(getState().reading, column, value, meaning)),
    answer: (channel, answer) => {
      setState(({ reading }) => ({ reading: { ...reading, answers: { ...reading.answers, [channel]: answer } } }));
      rememberReading(id, getState().reading);
    },
    decide: (consentPolicy) => {
      setState(({ reading }) => ({ reading: { ...reading, consentPolicy } }));
      rememberReading(id, getState().reading);
    },
    check: () =>
      attempt("check", async () => {
        await inspected; // the answer to a question may still be on its way
        const { item, reading } = getState();
        rememberReading(id, reading);
        const checked = await checkWith(policiesOf(item.kind, reading)[0] ?? "");
        // Drops the results of another mapping.
        setState({ checks: {}, marks: [] });
        take(store, checked);
      }),
    start: () =>
      attempt("start", async () => {
        const answer = await clientOf(api, ImportService).startImport({ id, options: optionsOf(getState()) });
        setState({ marks: [] });
        take(store, existing(answer.import));
        forgetReading(id);
      }),
    cancel: () =>
      attempt("cancel", async () => {
        const answer = await clientOf(api, ImportService).cancelImport({ id });
        take(store, existing(answer.import));
        forgetReading(id);
      }),
    follow: async (signal) => {
      try {
        const next = unchecked(getState());
        const asked = next === undefined ? clientOf(api, ImportService).getImport({ id }, { signal }) : undefined;
        take(store, asked ? existing((await asked).import) : await checkWith(next ?? ""));
      } catch (thrown) {
        if (signal.aborted) return;
        const fault = toFault(thrown);
        // Missing responses and server errors are transient; other failures are final.
        if (fault.httpStatus === 0 || fault.httpStatus >= 500 || fault.httpStatus === 429) setState({ away: true });
        else setState({ fault, refused: true });
        throw thrown;
      }
    },
  };
}

/** The options for reading the file, as requests have them. Lines of NDJSON name their own fields. */
function optionsOf({ reading, inspection, item }: Pick<ImportState, "reading" | "inspection" | "item">) {
  const named = (inspection ?? item).format === "ndjson";
  const { kind, encoding, delimiter, sheet, noHeader, headerLine, uid, consentPolicy } = reading;
  return {
    ...{ kind, encoding, delimiter, sheet, noHeader, headerLine, uid, consentPolicy },
    mapping: named ? [] : [...reading.mapping],
    values: meaningsOf(inspection, reading),
    newConsents: item.kind === "contacts" ? newConsentsOf(reading) : {},
  };
}

function existing(item: Import | undefined): Import {
  if (!item) throw new Error("an import without content");
  return item;
}
