import { createContext, use } from "react";
import { createContext as createRouterContext, RouterContextProvider } from "react-router";
import type { Api } from "./api";

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

/** The api of the running program, for actions started by hand; pages get their data from loaders. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error("useApi needs an ApiProvider above it");
  return api;
}

/** The same for loaders, actions and middleware. */
export const apiContext = createRouterContext<Api>();

/** The context that a router over `api` gives its loaders. */
export function routerContext(api: Api): RouterContextProvider {
  return new RouterContextProvider(new Map([[apiContext, api]]));
}
