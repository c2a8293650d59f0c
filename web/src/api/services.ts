// The services of the contracts, each loaded with the pages that import it.
export { AccountService } from "../gen/puls/account/v1/account_service_pb";
export { NotificationService } from "../gen/puls/account/v1/notification_service_pb";
export { RegistrationService } from "../gen/puls/account/v1/registration_service_pb";
export { SessionService } from "../gen/puls/account/v1/session_service_pb";
export { ContactsService } from "../gen/puls/contacts/v1/contacts_service_pb";
export { DataProtectionService } from "../gen/puls/contacts/v1/data_protection_service_pb";
export { GroupExportService } from "../gen/puls/contacts/v1/group_export_service_pb";
export { ImportService } from "../gen/puls/contacts/v1/import_service_pb";
export { MailProviderService } from "../gen/puls/contacts/v1/mail_provider_service_pb";
export { OneClickService } from "../gen/puls/contacts/v1/one_click_service_pb";
export { TrackingService } from "../gen/puls/contacts/v1/tracking_service_pb";
export { ReportService } from "../gen/puls/reports/v1/report_service_pb";
export { SendingService } from "../gen/puls/reports/v1/sending_service_pb";
export { ScoringService } from "../gen/puls/scoringconfig/v1/scoring_service_pb";
export { CalculationService } from "../gen/puls/scoringengine/v1/calculation_service_pb";
export { ExplanationService } from "../gen/puls/scoringengine/v1/explanation_service_pb";
export { RunService } from "../gen/puls/scoringengine/v1/run_service_pb";
