const { options } = require("./.dependency-cruiser.cjs");

/** What comes with the first pages: imports that wait for nobody. @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "first-pages-reach-no-antd",
      comment: "Signing in, the list and the report are drawn before anything else is loaded.",
      severity: "error",
      from: { path: "/(LoginPage|Shell|ScoringListPage|ReportFrame|DetailsPage)\\.tsx$" },
      to: { path: "^node_modules/antd/", reachable: true },
    },
  ],
  options: { ...options, exclude: { ...options.exclude, dynamic: true }, tsPreCompilationDeps: false },
};
