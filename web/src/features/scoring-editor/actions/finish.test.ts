import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ScoringSchema } from "../../../gen/puls/scoringconfig/v1/scoring_pb";
import {
  GetPredefinedWeightsResponseSchema,
  PreviewScoringResponseSchema,
  ScoringService,
  type SaveScoringRequest,
} from "../../../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CONSTANTS } from "../../../test/sample-data";
import { DRAFT_ID, DRAFTS } from "../../../test/sample-editor";
import { refusal, sampleApi } from "../../../test/sample-api";
import { ACTIVE, INACTIVE } from "../../../lib/status";
import { fingerprint } from "../model/content";
import { toDraft } from "../model/draft";
import { createEditorStore, isDirty } from "../store";
import { finish } from "./finish";
import { createPreview } from "./preview";
import { createSaving, edit } from "./saving";

const BUILT = { uid: "007", includedAll: true, includedGroupIds: [], excludedGroupIds: [2] };

interface Options {
  readonly problems?: JsonValue[];
  readonly refuseSave?: () => Error;
  readonly refuseStatus?: () => Error;
}

function open({ problems = [], refuseSave, refuseStatus }: Options = {}) {
  const calls: string[] = [];
  const saved: SaveScoringRequest[] = [];
  const options = { refuseSave, refuseStatus };
  const api = sampleApi((router) =>
    router.service(ScoringService, {
      previewScoring: () => {
        calls.push("preview");
        return fromJson(PreviewScoringResponseSchema, { channels: { mailing: { dataSources: [BUILT] } }, problems });
      },
      saveScoring: (request) => {
        calls.push("save");
        if (options.refuseSave) throw options.refuseSave();
        saved.push(request);
        return { version: 5 };
      },
      setScoringStatus: ({ newStatus }) => {
        calls.push(`status ${newStatus}`);
        if (options.refuseStatus) throw options.refuseStatus();
        return {};
      },
    }),
  );
  const constants = fromJson(GetPredefinedWeightsResponseSchema, CONSTANTS);
  const store = createEditorStore(toDraft(fromJson(ScoringSchema, DRAFTS[DRAFT_ID] ?? {}), constants));
  const marked = { uid: "007", whole: false, included: [1, 3], excluded: [2] };
  edit(store, { sources: [marked] });
  const editor = { store, saving: createSaving(api, store, 7, constants), preview: createPreview(api, store) };
  return { api, editor, store, calls, saved, options };
}

describe("finish", () => {
  it("saves what the rules make of the marks, then switches on", async () => {
    const { api, editor, store, calls, saved } = open();
    expect(await finish(api, editor, ACTIVE)).toBe(true);
    expect(calls).toEqual(["preview", "save", "status 2"]);
    expect(saved[0]?.status).toBe(0);
    expect(saved[0]?.config?.mailing?.dataSources).toMatchObject([BUILT]);
    expect(saved[0]?.config?.sms?.dataSources).toMatchObject([BUILT]);
    expect(isDirty(store.getState())).toBe(false);
  });

  it("does nothing while the rules find problems", async () => {
    const { api, editor, calls } = open({
      problems: [{ field: "config.mailing.weights", class: "SCORING_WEIGHTS_SUM" }],
    });
    expect(await finish(api, editor, ACTIVE)).toBe(false);
    expect(calls).toEqual(["preview"]);
    editor.preview.stop();
  });

  it("goes on where it ended when it is tried again", async () => {
    const { api, editor, store, calls, options } = open({ refuseStatus: () => refusal(503, "UNAVAILABLE") });
    expect(await finish(api, editor, ACTIVE)).toBe(false);
    expect(store.getState().fault?.httpStatus).toBe(503);
    options.refuseStatus = undefined;
    calls.length = 0;
    expect(await finish(api, editor, ACTIVE)).toBe(true);
    expect(calls).not.toContain("save");
  });

  it("keeps a draft a draft when it is refused as inactive", async () => {
    const { api, editor, store, options, saved, calls } = open({ refuseSave: () => refusal(400, "REQUEST_INVALID") });
    expect(await finish(api, editor, INACTIVE)).toBe(false);
    expect(store.getState().draft.status).toBe(0);
    expect(store.getState().fault?.reason).toBe("REQUEST_INVALID");
    options.refuseSave = undefined;
    expect(await finish(api, editor, INACTIVE)).toBe(true);
    expect(saved[0]?.status).toBe(1);
    expect(calls.filter((call) => call.startsWith("status"))).toEqual([]);
  });
});

describe("switching off", () => {
  it("raises the version, so that the next save meets no conflict", async () => {
    const { editor, store, calls, saved } = open();
    await editor.saving.save();
    edit(store, { status: ACTIVE });
    store.setState(({ draft }) => ({ saved: fingerprint(draft) }));
    await editor.saving.switchOff();
    expect(calls).toEqual(["save", "status 1"]);
    edit(store, { name: "Jesień" });
    expect(await editor.saving.save()).toBe(true);
    expect(saved.map(({ version }) => version)).toEqual([4, 6]); // saving gave 5
  });
});
