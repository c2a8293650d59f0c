import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { RouteError } from "../../ui/RouteError";
import { createEditorLoader, revalidateEditor } from "./loader";
import type { Page } from "./model/steps";
import { routeMessages } from "./route-messages";

/** What each page of the editor is drawn by. */
const PARTS: Readonly<Partial<Record<Page, () => Promise<ComponentType>>>> = {
  "main-comunication": async () => (await import("./pages/ChannelPage")).ChannelPage,
  "main-comunication-email": async () => (await import("./pages/TypesPage")).TypesPage,
  "main-comunication-sms": async () => (await import("./pages/TypesPage")).TypesPage,
  "main-comunication-email-percent": async () => (await import("./pages/SharesPage")).SharesPage,
  "main-comunication-sms-percent": async () => (await import("./pages/SharesPage")).SharesPage,
  "search-and-choose-groups": async () => (await import("./pages/GroupsPage")).GroupsPage,
  "summary-configurator-group": async () => (await import("./pages/SummaryPage")).SummaryPage,
  "assign-weights": async () => (await import("./pages/WeightsPage")).WeightsPage,
  events: async () => (await import("./pages/EventsPage")).EventsPage,
  summary: async () => (await import("./pages/LeadSummaryPage")).LeadSummaryPage,
};

/** The editor with its pages. */
export function editorRoutes(api: Api): RouteObject[] {
  const shared = { HydrateFallback: PageSkeleton, ErrorBoundary: () => <RouteError title={routeMessages.title} /> };
  return [
    {
      // Its forms are antd's.
      lazy: { Component: part(async () => (await import("../../theme/AntdProvider")).AntdProvider) },
      children: [
        {
          ...shared,
          path: paths.scoringEdit,
          loader: createEditorLoader(api),
          shouldRevalidate: revalidateEditor,
          lazy: { Component: part(async () => (await import("./EditorFrame")).EditorFrame) },
          children: [
            // It leads on by itself, as does a page that is none of this scoring's.
            { index: true, element: null },
            { path: "*", element: null },
            ...Object.entries(PARTS).map(([path, load]) => ({ path, lazy: { Component: part(load) } })),
          ],
        },
      ],
    },
  ];
}
