import { redirect, replace, type LoaderFunctionArgs } from "react-router";
import { create } from "zustand";
import { clientOf, type Api } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { AccountService, SessionService } from "../../api/services";
import { toFault } from "../../api/fault";
import { serverTime } from "../../api/server-time";
import { error500Path, paths, safePath } from "../../lib/paths";
import { hasValidSession, endSession, startSession, useSessionStore } from "../../stores/session-store";
import { takeVerifier } from "./verifier";

interface LinkEntry {
  /** One-time token of the connected system; never stored longer than the page. */
  readonly token: string;
  /** The target of the link. */
  readonly target: string;
}

/** Data of the confirmation page. */
export interface EnterData {
  /** The signed-in user's address; empty if unknown. */
  readonly email: string;
}

/** A link of the connected system that has not been followed yet. */
const useLinkEntry = create<{ readonly entry: LinkEntry | undefined }>()(() => ({ entry: undefined }));

/**
 * Removes a one-time token from an address and returns both; undefined without one. The token is in the fragment, which
 * no server and no log sees; it is also accepted in the query, for simpler systems.
 */
export function takeLinkToken({
  pathname,
  search,
  hash,
}: Pick<Location, "pathname" | "search" | "hash">): LinkEntry | undefined {
  const fragment = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams(search);
  const token = fragment.get("token") ?? query.get("token");
  if (token === null || token === "") return undefined;
  query.delete("token");
  const rest = query.toString();
  return { token, target: safePath(pathname + (rest === "" ? "" : `?${rest}`)) };
}

/** Stores the link that the page was opened with; its token is removed from the address at once. */
export function receiveLink(): boolean {
  const entry = takeLinkToken(window.location);
  if (!entry) return false;
  useLinkEntry.setState({ entry });
  window.history.replaceState(null, "", paths.enter);
  return true;
}

/** Discards the link and returns its target. */
export function dropLink(): string {
  const { entry } = useLinkEntry.getState();
  useLinkEntry.setState({ entry: undefined });
  return entry?.target ?? paths.home;
}

export function hasLink(): boolean {
  return useLinkEntry.getState().entry !== undefined;
}

/** Exchanges the link's token for a session and returns the target. The previous session ends. */
export async function followLink(api: Api): Promise<string> {
  const { entry } = useLinkEntry.getState();
  const target = dropLink();
  if (!entry) return target;
  const time = serverTime();
  if (useSessionStore.getState().token !== undefined) endSession();
  try {
    const exchange = { token: entry.token, verifier: takeVerifier() };
    startSession(await clientOf(api, SessionService).getToken({ exchange }, time.options), time.seconds());
    return target;
  } catch (thrown) {
    const fault = toFault(thrown);
    return fault.httpStatus === 401 ? paths.error401 : error500Path(fault.traceId);
  }
}

/** Follows a link of the connected system; while a user is signed in, the page asks first. */
export async function enterLoader({ context }: LoaderFunctionArgs): Promise<EnterData | Response> {
  const api = context.get(apiContext);
  if (!hasLink()) return redirect(paths.home);
  if (useSessionStore.getState().token === undefined) return replace(await followLink(api));
  const me = hasValidSession()
    ? await clientOf(api, AccountService)
        .getMe({})
        .catch(() => undefined)
    : undefined;
  return { email: me?.email ?? "" };
}
