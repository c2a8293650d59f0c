import type { LoaderFunctionArgs } from "react-router";
import type { Api } from "../../api/api";
import { toFault, type Fault } from "../../api/fault";

/** How following a confirmation link went. */
export interface Activation {
  /** Undefined when the account is active now. */
  readonly fault: Fault | undefined;
}

/** Follows the confirmation link. */
export function createActivationLoader(api: Api) {
  return async ({ params }: LoaderFunctionArgs): Promise<Activation> => {
    try {
      await api.registration.activate({ token: params["token"] ?? "" });
      return { fault: undefined };
    } catch (thrown) {
      return { fault: toFault(thrown) };
    }
  };
}
