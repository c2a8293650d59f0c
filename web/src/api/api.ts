import { createClient, type Client, type Transport } from "@connectrpc/connect";
import { pageFetch } from "./early";
import { AccountService } from "../gen/puls/account/v1/account_service_pb";
import { NotificationService } from "../gen/puls/account/v1/notification_service_pb";
import type { RegistrationService } from "../gen/puls/account/v1/registration_service_pb";
import { SessionService } from "../gen/puls/account/v1/session_service_pb";
import type { ContactsService } from "../gen/puls/contacts/v1/contacts_service_pb";
import type { DataProtectionService } from "../gen/puls/contacts/v1/data_protection_service_pb";
import type { GroupExportService } from "../gen/puls/contacts/v1/group_export_service_pb";
import type { ImportService } from "../gen/puls/contacts/v1/import_service_pb";
import type { MailProviderService } from "../gen/puls/contacts/v1/mail_provider_service_pb";
import type { OneClickService } from "../gen/puls/contacts/v1/one_click_service_pb";
import type { TrackingService } from "../gen/puls/contacts/v1/tracking_service_pb";
import { ReportService } from "../gen/puls/reports/v1/report_service_pb";
import type { SendingService } from "../gen/puls/reports/v1/sending_service_pb";
import { ScoringService } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
import { CalculationService } from "../gen/puls/scoringengine/v1/calculation_service_pb";
import type { ExplanationService } from "../gen/puls/scoringengine/v1/explanation_service_pb";
import type { RunService } from "../gen/puls/scoringengine/v1/run_service_pb";
import { createDownload, type Download } from "./files";
import { bearer, headerWatch, watchFailures, watchHeaders, type FailureWatch } from "./interceptors";
import type { Fetch } from "./rest-fetch";
import type { SessionPort } from "./session-port";
import { lateClient } from "./late-client";
import { createRestTransport } from "./transport";
import { createUpload, type Upload } from "./upload";

/** Every door to the server. Screens get it as an argument and open no other. */
export interface Api {
  readonly account: Client<typeof AccountService>;
  readonly notifications: Client<typeof NotificationService>;
  readonly registration: Client<typeof RegistrationService>;
  readonly session: Client<typeof SessionService>;
  readonly contacts: Client<typeof ContactsService>;
  readonly groupExports: Client<typeof GroupExportService>;
  readonly imports: Client<typeof ImportService>;
  readonly tracking: Client<typeof TrackingService>;
  readonly mailProviders: Client<typeof MailProviderService>;
  readonly oneClick: Client<typeof OneClickService>;
  readonly dataProtection: Client<typeof DataProtectionService>;
  readonly scorings: Client<typeof ScoringService>;
  readonly calculations: Client<typeof CalculationService>;
  readonly reports: Client<typeof ReportService>;
  readonly sendings: Client<typeof SendingService>;
  readonly explanations: Client<typeof ExplanationService>;
  readonly runs: Client<typeof RunService>;
  readonly download: Download;
  readonly upload: Upload;
}

export interface ApiOptions {
  readonly session: SessionPort;
  /** Told the server's version with every answer that names it. */
  readonly onVersion: (version: string) => void;
  /** Told the account that a super admin works on, with every answer that names it. */
  readonly onSuperAdmin?: (account: string) => void;
  /** Told of every failed call. */
  readonly onFailure?: FailureWatch;
  readonly fetch?: Fetch;
}

/** Opens the doors over HTTP. */
export function createApi({
  session,
  onVersion,
  onSuperAdmin,
  onFailure = () => undefined,
  fetch = pageFetch(),
}: ApiOptions): Api {
  const watch = headerWatch(onVersion, onSuperAdmin);
  const interceptors = [bearer(session), watchFailures(onFailure), watchHeaders(watch)];
  const transport = createRestTransport(interceptors, fetch);
  return apiOver(transport, createDownload(session, watch, fetch), createUpload(session, watch));
}

/** The doors over any transport; tests use connect's router transport with sample data. */
export function apiOver(transport: Transport, download: Download, upload: Upload): Api {
  return {
    account: createClient(AccountService, transport),
    notifications: createClient(NotificationService, transport),
    registration: lateClient(
      transport,
      async () => (await import("../gen/puls/account/v1/registration_service_pb")).RegistrationService,
    ),
    session: createClient(SessionService, transport),
    contacts: lateClient(
      transport,
      async () => (await import("../gen/puls/contacts/v1/contacts_service_pb")).ContactsService,
    ),
    groupExports: lateClient(
      transport,
      async () => (await import("../gen/puls/contacts/v1/group_export_service_pb")).GroupExportService,
    ),
    imports: lateClient(
      transport,
      async () => (await import("../gen/puls/contacts/v1/import_service_pb")).ImportService,
    ),
    tracking: lateClient(
      transport,
      async () => (await import("../gen/puls/contacts/v1/tracking_service_pb")).TrackingService,
    ),
    mailProviders: lateClient(
      transport,
      async () => (await import("../gen/puls/contacts/v1/mail_provider_service_pb")).MailProviderService,
    ),
    oneClick: lateClient(
      transport,
      async () => (await import("../gen/puls/contacts/v1/one_click_service_pb")).OneClickService,
    ),
    dataProtection: lateClient(
      transport,
      async () => (await import("../gen/puls/contacts/v1/data_protection_service_pb")).DataProtectionService,
    ),
    scorings: createClient(ScoringService, transport),
    calculations: createClient(CalculationService, transport),
    reports: createClient(ReportService, transport),
    sendings: lateClient(
      transport,
      async () => (await import("../gen/puls/reports/v1/sending_service_pb")).SendingService,
    ),
    explanations: lateClient(
      transport,
      async () => (await import("../gen/puls/scoringengine/v1/explanation_service_pb")).ExplanationService,
    ),
    runs: lateClient(transport, async () => (await import("../gen/puls/scoringengine/v1/run_service_pb")).RunService),
    download,
    upload,
  };
}
