import type { LoaderFunctionArgs } from "react-router";
import { clientOf, type Api } from "../api/api";
import { apiContext } from "../api/api-context";
import type { GetMeResponse } from "../api/messages";
import { AccountService } from "../api/services";
import { sessionLoader } from "../features/session";
import { useSessionStore } from "../stores/session-store";
import type { ExternalTexts } from "./external-menu";

export interface ShellData {
  readonly me: GetMeResponse;
  readonly texts: ExternalTexts;
}

/** The user, and the connected system's texts if it has menus of its own. Missing texts show as their keys. */
export async function shellLoader(args: LoaderFunctionArgs): Promise<ShellData> {
  const { me } = sessionLoader(args);
  const { context, request } = args;
  const outside = useSessionStore.getState().ui !== undefined;
  return { me, texts: outside ? await externalTexts(context.get(apiContext), request.signal) : {} };
}

let known: { readonly entry: string | undefined; readonly texts: ExternalTexts } | undefined;

async function externalTexts(api: Api, signal: AbortSignal): Promise<ExternalTexts> {
  const { entry } = useSessionStore.getState();
  if (known && known.entry === entry) return known.texts;
  try {
    const { languages } = await clientOf(api, AccountService).listExternalTranslations({}, { signal });
    const texts = Object.fromEntries(Object.entries(languages).map(([name, { texts: words }]) => [name, words]));
    known = { entry, texts };
    return texts;
  } catch {
    return {};
  }
}
