import type { RouteObject } from "react-router";
import { paths } from "../../lib/paths";
import { part } from "../../ui/part";

/** What a scoring is, before somebody makes one. */
export function educationRoutes(): RouteObject[] {
  return [
    {
      path: paths.scoringEducation,
      lazy: { Component: part(async () => (await import("./EducationPage")).EducationPage) },
    },
  ];
}
