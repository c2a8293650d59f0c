import type { LoaderFunctionArgs } from "react-router";
import { clientOf } from "../../api/api";
import { apiContext } from "../../api/api-context";
import { RegistrationService } from "../../api/services";
import { toFault } from "../../api/fault";

/** The state of a link before it is used. If the check fails otherwise, using the link decides. */
export interface LinkData {
  readonly dead: boolean;
}

type Check = (link: { readonly token: string }) => Promise<unknown>;

export function resetLoader({ context, params }: LoaderFunctionArgs): Promise<LinkData> {
  const registration = clientOf(context.get(apiContext), RegistrationService);
  return load((link) => registration.checkResetLink(link), params["token"]);
}

export function activationLoader({ context, params }: LoaderFunctionArgs): Promise<LinkData> {
  const registration = clientOf(context.get(apiContext), RegistrationService);
  return load((link) => registration.checkActivationLink(link), params["token"]);
}

async function load(check: Check, token = ""): Promise<LinkData> {
  try {
    await check({ token });
    return { dead: false };
  } catch (thrown) {
    return { dead: toFault(thrown).reason === "ACCOUNT_LINK_INACTIVE" };
  }
}
