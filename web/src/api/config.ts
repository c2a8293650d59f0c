import { parseJson, property } from "./fault";
import { pageFetch } from "./early";
import type { Fetch } from "./rest-fetch";

/** Settings of the operator for the pages. Every text may be empty. */
export interface PublicConfig {
  /** The stage of the installation; errors are not reported from "local". */
  readonly stage: string;
  /** Address of the error-reporting project; empty reports nothing. */
  readonly sentryDsn: string;
  /** Script of the support chat, put into the page after it has loaded. */
  readonly supportScriptUrl: string;
  readonly knowledgeBaseUrl: string;
  readonly bugReportUrl: string;
  /** The address for upgrading a plan. */
  readonly upgradeUrl: string;
  readonly termsUrl: string;
  readonly dataProcessingUrl: string;
}

export const NO_CONFIG: PublicConfig = {
  stage: "production",
  sentryDsn: "",
  supportScriptUrl: "",
  knowledgeBaseUrl: "",
  bugReportUrl: "",
  upgradeUrl: "",
  termsUrl: "",
  dataProcessingUrl: "",
};

/** Whether registration is open: only where the terms to accept can be read. */
export function registrationOpen({ termsUrl, dataProcessingUrl }: PublicConfig): boolean {
  return termsUrl !== "" && dataProcessingUrl !== "";
}

const TIMEOUT_MS = 5_000;

/** Reads `/config.json`. A missing or broken one leaves everything unset; the product works without. */
export async function loadConfig(fetch: Fetch = pageFetch()): Promise<PublicConfig> {
  try {
    const answer = await fetch("/config.json", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? readConfig(await answer.text()) : NO_CONFIG;
  } catch {
    return NO_CONFIG;
  }
}

/**
 * Reads the known texts of a config. Addresses must be https or on this machine; the address for bug reports may be a
 * mail address.
 */
export function readConfig(source: string): PublicConfig {
  const body = parseJson(source);
  const text = (name: keyof PublicConfig): string => {
    const value = property(body, name);
    return typeof value === "string" ? value : "";
  };
  const link = (name: keyof PublicConfig): string => {
    const value = text(name);
    return /^(https:\/\/|http:\/\/([^@/\s]+@)?(127\.0\.0\.1|localhost)[:/]|mailto:|\/)[^\s]+$/.test(value) ? value : "";
  };
  return {
    stage: text("stage") || NO_CONFIG.stage,
    sentryDsn: link("sentryDsn"),
    supportScriptUrl: link("supportScriptUrl"),
    knowledgeBaseUrl: link("knowledgeBaseUrl"),
    bugReportUrl: link("bugReportUrl"),
    upgradeUrl: link("upgradeUrl"),
    termsUrl: link("termsUrl"),
    dataProcessingUrl: link("dataProcessingUrl"),
  };
}
