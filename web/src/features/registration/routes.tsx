import type { RouteObject } from "react-router";
import type { Api } from "../../api/api";
import { paths } from "../../lib/paths";
import { createActivationLoader } from "./activation";

/** Getting an account and getting back into it. All public. */
export function registrationRoutes(api: Api): RouteObject[] {
  return [
    {
      path: paths.activate,
      loader: createActivationLoader(api),
      // The link works once: nothing may follow it again.
      shouldRevalidate: () => false,
      lazy: { Component: async () => (await import("./ActivationPage")).ActivationPage },
    },
    {
      // Their forms are antd's.
      lazy: { Component: async () => (await import("../../theme/AntdProvider")).AntdProvider },
      children: [
        { path: paths.register, lazy: { Component: async () => (await import("./RegisterPage")).RegisterPage } },
        {
          path: paths.passwordReset,
          lazy: { Component: async () => (await import("./ResetRequestPage")).ResetRequestPage },
        },
        { path: paths.passwordResetConfirm, lazy: { Component: async () => (await import("./ResetPage")).ResetPage } },
      ],
    },
  ];
}
