export { createGuard, forgetMe, meContext, SESSION_ROUTE, sessionLoader, trialLoader, useMe } from "./guard";
export { isGuest } from "./client-account";
export { ClientBanner } from "./ClientBanner";
export { enterLoader, receiveLink } from "./link-entry";
export { loginAction, loginLoader, logoutLoader } from "./login";
export { LoginPage } from "./LoginPage";
export { createRenewal, type Renewal } from "./renewal";
export { SessionDialogs } from "./SessionDialogs";
export { UserMenu } from "./UserMenu";
