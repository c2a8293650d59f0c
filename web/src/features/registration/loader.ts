import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import { toFault } from "../../api/fault";

/** What is known of a link before anybody uses it. A question that fails otherwise leaves it to the use. */
export interface LinkData {
  readonly dead: boolean;
}

type Loader = (args: LoaderFunctionArgs) => Promise<LinkData>;
type Check = (link: { readonly token: string }) => Promise<unknown>;

export const createResetLoader = (api: Api): Loader => load((link) => api.registration.checkResetLink(link));
export const createActivationLoader = (api: Api): Loader => load((link) => api.registration.checkActivationLink(link));

function load(check: Check): Loader {
  return async ({ params }) => {
    try {
      await check({ token: params["token"] ?? "" });
      return { dead: false };
    } catch (thrown) {
      return { dead: toFault(thrown).reason === "ACCOUNT_LINK_INACTIVE" };
    }
  };
}
