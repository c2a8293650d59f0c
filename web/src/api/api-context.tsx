import { createContext, use } from "react";
import type { Api } from "./api";

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

/** The api of the running program, for what a person starts by hand; pages get their data from loaders. */
export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error("useApi needs an ApiProvider above it");
  return api;
}
