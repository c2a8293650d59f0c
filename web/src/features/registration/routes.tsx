import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { part } from "../../ui/part";

/** Getting an account and getting back into it. All public. */
export function registrationRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.activate,
      lazy: {
        loader: async () => (await import("./loader")).createActivationLoader(api),
        Component: part(async () => (await import("./ActivationPage")).ActivationPage),
      },
    },
    {
      // Their forms are antd's.
      lazy: { Component: part(async () => (await import("../../theme/AntdProvider")).AntdProvider) },
      children: [
        { path: paths.register, lazy: { Component: part(async () => (await import("./RegisterPage")).RegisterPage) } },
        {
          path: paths.passwordReset,
          lazy: { Component: part(async () => (await import("./ResetRequestPage")).ResetRequestPage) },
        },
        {
          path: paths.passwordResetConfirm,
          lazy: {
            loader: async () => (await import("./loader")).createResetLoader(api),
            Component: part(async () => (await import("./ResetPage")).ResetPage),
          },
        },
      ],
    },
  ];
}
