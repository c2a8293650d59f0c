import { redirect, type RouteObject } from "react-router";
import { onlyWithFlag, REPORT_ROUTE, TABS, toDetails, type Segment } from "../features/scoring-report";
import {
  createGuard,
  enterLoader,
  loginAction,
  loginLoader,
  LoginPage,
  logoutLoader,
  SESSION_ROUTE,
  trialLoader,
  type Renewal,
} from "../features/session";
import { systemRoutes } from "../features/system-pages";
import { PAGE_NAMES } from "../lib/channel";
import { paths } from "../lib/paths";
import { useAppStore } from "../stores/app-store";
import { PageError } from "../ui/PageError";
import { PageSkeleton } from "../ui/PageSkeleton";
import { Root } from "./Root";
import { RootError } from "./RootError";
import { askForWebsites, indexLoader, onlyWithScoring } from "./scoring-routes";
import { shellLoader } from "./shell-loader";
import { StartingPage } from "./StartingPage";

type Lazy = Extract<RouteObject["lazy"], () => unknown>;

const largeSkeleton = () => <PageSkeleton tiles={4} rows={8} />;

/** Every route of the product. A page is one module that exports its loader and `Component`. */
export function routes(renewal: Renewal): RouteObject[] {
  return [
    {
      Component: Root,
      HydrateFallback: StartingPage,
      children: [
        {
          ErrorBoundary: RootError,
          children: [
            {
              id: SESSION_ROUTE,
              middleware: [createGuard(renewal)],
              loader: shellLoader,
              // The guard runs before every page; the loader only passes the session on.
              shouldRevalidate: () => true,
              children: [
                {
                  path: paths.trialExpired,
                  loader: trialLoader,
                  lazy: () => import("../features/session/TrialPage"),
                },
                {
                  lazy: () => import("./Shell"),
                  children: [{ HydrateFallback: PageSkeleton, ErrorBoundary: PageError, children: pages() }],
                },
              ],
            },
            ...PUBLIC,
            ...systemRoutes(),
          ],
        },
      ],
    },
  ];
}

const PUBLIC: RouteObject[] = [
  { path: paths.login, loader: loginLoader, action: loginAction, Component: LoginPage },
  { path: paths.enter, loader: enterLoader, lazy: () => import("../features/session/EnterPage") },
  { path: paths.logout, loader: logoutLoader },
  { path: paths.activate, lazy: () => import("../features/registration/ActivationPage") },
  { path: paths.register, lazy: () => import("../features/registration/RegisterPage") },
  { path: paths.passwordReset, lazy: () => import("../features/registration/ResetRequestPage") },
  { path: paths.passwordResetConfirm, lazy: () => import("../features/registration/ResetPage") },
];

/** Of a channel or of websites, by the page's place in the address. */
const EDITOR: RouteObject[] = [
  // Both redirect: an address without a page, and one with a page that this scoring does not have.
  { index: true, element: null },
  { path: "*", element: null },
  { path: "main-comunication", lazy: () => import("../features/scoring-editor/pages/ChannelPage") },
  ...Object.values(PAGE_NAMES).flatMap((name): RouteObject[] => [
    { path: `main-comunication-${name}`, lazy: () => import("../features/scoring-editor/pages/TypesPage") },
    { path: `main-comunication-${name}-percent`, lazy: () => import("../features/scoring-editor/pages/SharesPage") },
  ]),
  { path: "search-and-choose-groups", lazy: () => import("../features/scoring-editor/pages/GroupsPage") },
  { path: "summary-configurator-group", lazy: () => import("../features/scoring-editor/pages/SummaryPage") },
  { path: "assign-weights", lazy: () => import("../features/scoring-editor/pages/WeightsPage") },
  { path: "events", lazy: () => import("../features/scoring-editor/pages/EventsPage") },
  { path: "summary", lazy: () => import("../features/scoring-editor/pages/LeadSummaryPage") },
];

const SCORING: RouteObject[] = [
  { path: paths.scoringList, lazy: () => import("../features/scorings/ScoringListPage") },
  { path: paths.scoringChannel, lazy: () => import("../features/scoring-start/ChannelStartPage") },
  { path: paths.scoringEducation, lazy: () => import("../features/education/EducationPage") },
  { path: paths.scoringLoading, lazy: () => import("../features/scoring-loading/LoadingPage") },
  { path: paths.runs, lazy: () => import("../features/runs/RunsPage") },
  { path: paths.scoringEdit, lazy: () => import("../features/scoring-editor/EditorFrame"), children: EDITOR },
];

const REPORT_PAGES: Readonly<Record<Segment, Lazy>> = {
  details: () => import("../features/scoring-report/details/DetailsPage"),
  exclusions: () => import("../features/scoring-report/exclusions/ExclusionsPage"),
  avg: () => import("../features/scoring-report/average/AveragePage"),
  fluctuation: () => import("../features/scoring-report/fluctuation/FluctuationPage"),
  lift: () => import("../features/scoring-report/lift/LiftPage"),
};

const REPORTS: RouteObject[] = [
  { path: paths.reports, loader: () => redirect(paths.reportListChannel) },
  { path: paths.reportListChannel, lazy: () => import("../features/scorings/ChannelReportsPage") },
  { path: paths.reportListLead, lazy: () => import("../features/scorings/LeadReportsPage") },
  {
    id: REPORT_ROUTE,
    path: paths.reportSummary,
    HydrateFallback: largeSkeleton,
    lazy: () => import("../features/scoring-report/frame/ReportFrame"),
    children: [
      { index: true, loader: toDetails },
      {
        // A tab that fails to load does not affect the others.
        ErrorBoundary: PageError,
        children: [
          { path: "print", lazy: () => import("../features/scoring-report/print/PrintPage") },
          ...TABS.map(({ segment, flag }) => ({
            path: segment,
            middleware: flag ? [onlyWithFlag(flag)] : [],
            lazy: REPORT_PAGES[segment],
          })),
        ],
      },
    ],
  },
];

/** The pages, and in developer mode those for developers. */
function pages(): RouteObject[] {
  const { devMode, mockMode } = useAppStore.getState();
  return devMode || mockMode ? [...PAGES, { path: paths.devUi, lazy: () => import("../dev/UiSamples") }] : PAGES;
}

/** The pages inside the shell. */
const PAGES: RouteObject[] = [
  { path: paths.home, loader: () => redirect(paths.scoring) },
  { path: paths.scoring, loader: indexLoader, lazy: () => import("./ScoringOffPage") },
  { middleware: [onlyWithScoring, askForWebsites], children: SCORING },
  ...REPORTS,
  {
    path: paths.sendings,
    HydrateFallback: largeSkeleton,
    lazy: () => import("../features/sendings/SendingsPage"),
  },
  { path: paths.sendingsDay, lazy: () => import("../features/sendings/DayPage") },
  { path: paths.contacts, lazy: () => import("../features/contacts/find/ContactsPage") },
  { path: paths.newContact, lazy: () => import("../features/contacts/change/NewContactPage") },
  { path: paths.contactPattern, lazy: () => import("../features/contacts/person/PersonPage") },
  { path: paths.groups, lazy: () => import("../features/catalogue/GroupsPage") },
  { path: paths.features, lazy: () => import("../features/catalogue/FeaturesPage") },
  { path: paths.eventLog, lazy: () => import("../features/data-protection/LogPage") },
  { path: paths.eventLogPerson, lazy: () => import("../features/data-protection/PersonPage") },
  { path: paths.imports, lazy: () => import("../features/imports/list/ImportsPage") },
  { path: paths.newImport, lazy: () => import("../features/imports/upload/NewImportPage") },
  { path: paths.importPattern, lazy: () => import("../features/imports/page/ImportPage") },
  { path: paths.databases, lazy: () => import("../features/databases/DatabasesPage") },
  { path: paths.connections, lazy: () => import("../features/connections/HubPage") },
  { path: paths.connectionsWeb, lazy: () => import("../features/connections/web/WebPage") },
  { path: paths.connectionsMail, lazy: () => import("../features/connections/mail/MailPage") },
  { path: paths.webhooks, lazy: () => import("../features/connections/webhooks/WebhooksPage") },
  { path: paths.webhookPattern, lazy: () => import("../features/connections/webhooks/WebhookPage") },
  { path: paths.destinations, lazy: () => import("../features/connections/destinations/DestinationsPage") },
  { path: paths.destinationPattern, lazy: () => import("../features/connections/destinations/DestinationPage") },
  { path: paths.settings, lazy: () => import("../features/settings/SettingsPage") },
];
