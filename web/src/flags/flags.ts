import { GrowthBookClient, type FeatureApiResponse as GrowthBookPayload } from "@growthbook/growthbook";
import { create } from "zustand";
import type { FetchFlags, FlagPayload } from "../api/feature-flags";
import { canonicalJson, hashText } from "../lib/canonical";
import { useAppStore } from "../stores/app-store";

/** Flags that the program uses. Names are looked up in lower case. */
export type FlagName = "ff_scoring" | "ff_api_key" | "FF_3377" | "FF_2235";

/** Event on `window` after the set of flags has changed. */
export const FLAGS_CHANGED = "feature-flag-refresh";
const POLL_MS = 50_000;
const RETRY_MS = 5_000;

// No client key: the library fetches, streams and caches nothing; it only evaluates.
const growthbook = new GrowthBookClient();
growthbook.initSync({ payload: { features: {} } });

/** Whether the first request got a response. */
let answered = true;

/** Version counter of flags and user; a change re-renders components that read a flag. */
const useFlagStore = create<{ readonly revision: number; readonly hash: number | undefined }>()(() => ({
  revision: 0,
  hash: undefined,
}));

/** The user is described by global attributes, which no call overrides. */
const evaluate = (name: FlagName): boolean => growthbook.isOn(name.toLowerCase(), {});

function changed(): void {
  useFlagStore.setState(({ revision }) => ({ revision: revision + 1 }));
}

/** Whether a flag is on for this user. In mock mode every flag is. */
export function isOn(name: FlagName): boolean {
  return useAppStore.getState().mockMode || evaluate(name);
}

/** The same for components, which re-render when the flags change. */
export function useFlag(name: FlagName): boolean {
  const mock = useAppStore((state) => state.mockMode);
  useFlagStore((state) => state.revision);
  return mock || evaluate(name);
}

/** Applies a set of flags, unless it is the present one; announces it on the window if asked to. */
export function takeFlags(payload: FlagPayload, announce = true): void {
  const hash = hashText(canonicalJson(payload));
  if (hash === useFlagStore.getState().hash) return;
  // The library keeps values that are missing in a payload, so everything is named.
  const features = Object.fromEntries(
    Object.entries(payload.features).map(([name, feature]) => [name.toLowerCase(), feature]),
  );
  // Not `setPayload`: its set applies a little schedule, but routes read flags at once.
  growthbook.initSync({ payload: { experiments: [], savedGroups: {}, ...payload, features } as GrowthBookPayload });
  useFlagStore.setState({ hash });
  changed();
  if (announce) window.dispatchEvent(new Event(FLAGS_CHANGED));
}

/** Attributes that flags may target: user, account, package and language; no address. */
export function describePerson(
  me: { readonly accountId: number; readonly mainAccountId: number; readonly package: string },
  language: string,
): void {
  const attributes = {
    id: String(me.mainAccountId || me.accountId),
    accountId: me.accountId,
    package: me.package,
    language,
  };
  if (canonicalJson(growthbook.getGlobalAttributes()) === canonicalJson(attributes)) return;
  growthbook.setGlobalAttributes(attributes);
  changed();
}

/** Whether lead scoring is shown: by the flag, or in developer mode. */
export function leadIsOn(): boolean {
  return isOn("FF_3377") || useAppStore.getState().devMode;
}

/** The first request, before anything is drawn. Without a response the set is empty. */
export async function loadFlags(fetchFlags: FetchFlags): Promise<void> {
  try {
    takeFlags((await fetchFlags()) ?? { features: {} }, false);
    answered = true;
  } catch {
    answered = false;
    takeFlags({ features: {} }, false);
  }
}

/**
 * Polls every 50 seconds, sooner after a request without a response and immediately when the network is back. A failed
 * poll changes nothing: the last set still applies.
 */
export function pollFlags(fetchFlags: FetchFlags, network: EventTarget = window): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const schedule = (pause: number): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
  };
  const ask = (): void => {
    schedule(POLL_MS);
    fetchFlags().then(
      (payload) => {
        answered = true;
        if (payload) takeFlags(payload);
      },
      () => schedule(RETRY_MS),
    );
  };
  schedule(answered ? POLL_MS : RETRY_MS);
  network.addEventListener("online", ask);
  return () => {
    clearTimeout(timer);
    network.removeEventListener("online", ask);
  };
}
