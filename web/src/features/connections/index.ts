export { providerNames } from "./mail/providers";
