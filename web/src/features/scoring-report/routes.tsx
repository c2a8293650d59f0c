import type { ComponentType } from "react";
import { redirect, type LoaderFunction, type LoaderFunctionArgs, type RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { isOn } from "../../flags/flags";
import { paths } from "../../lib/paths";
import { PageSkeleton } from "../../ui/PageSkeleton";
import { part } from "../../ui/part";
import { createAverageLoader } from "./average/loader";
import { createExclusionsLoader } from "./exclusions/loader";
import { createFluctuationLoader } from "./fluctuation/loader";
import { createFrameLoader, revalidateFrame } from "./frame/loader";
import { ReportError } from "./frame/ReportError";
import { REPORT_ROUTE } from "./frame/use-report";
import { createLiftLoader } from "./lift/loader";
import { readView } from "./model/view";
import { createPrintLoader } from "./print/loader";
import { TABS, type Segment } from "./tabs";

interface TabPart {
  /** What the tab asks for beside the frame's result; it reads the address and never throws. */
  readonly loader: LoaderFunction;
  readonly load: () => Promise<ComponentType>;
}

/** What each tab asks for and is drawn by. */
function tabParts(api: Api): Readonly<Record<Segment, TabPart>> {
  return {
    details: {
      loader: createExclusionsLoader(api),
      load: async () => (await import("./details/DetailsPage")).DetailsPage,
    },
    exclusions: {
      loader: createExclusionsLoader(api),
      load: async () => (await import("./exclusions/ExclusionsPage")).ExclusionsPage,
    },
    avg: {
      loader: createAverageLoader(api),
      load: async () => (await import("./average/AveragePage")).AveragePage,
    },
    fluctuation: {
      loader: createFluctuationLoader(api),
      load: async () => (await import("./fluctuation/FluctuationPage")).FluctuationPage,
    },
    lift: {
      loader: createLiftLoader(api),
      load: async () => (await import("./lift/LiftPage")).LiftPage,
    },
  };
}

/** The report of one scoring. */
export function reportRoutes(api: Api): RouteObject[] {
  const parts = tabParts(api);
  return [
    {
      id: REPORT_ROUTE,
      path: paths.reportSummary,
      loader: createFrameLoader(api),
      shouldRevalidate: revalidateFrame,
      HydrateFallback: () => <PageSkeleton tiles={4} rows={8} />,
      ErrorBoundary: ReportError,
      lazy: { Component: part(async () => (await import("./frame/ReportFrame")).ReportFrame) },
      children: [
        { index: true, loader: toDetails },
        {
          path: "print",
          loader: createPrintLoader(api),
          lazy: { Component: part(async () => (await import("./print/PrintPage")).PrintPage) },
        },
        ...TABS.map(({ segment, flag }) => ({
          path: segment,
          loader: behind(flag, parts[segment].loader),
          lazy: { Component: part(parts[segment].load) },
        })),
      ],
    },
  ];
}

/** Without its flag a tab leads to the report's details, as the address of the report alone does. */
function behind(flag: (typeof TABS)[number]["flag"], loader: LoaderFunction): LoaderFunction {
  return flag ? (args) => (isOn(flag) ? loader(args) : toDetails(args)) : loader;
}

function toDetails({ params, request }: LoaderFunctionArgs): Response {
  return redirect(paths.report(params["id"] ?? "", readView(new URL(request.url).searchParams)));
}
