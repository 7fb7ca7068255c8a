const features = "^server/features";
const builtin = "^(node:)?(fs|fs/promises|net|http|https|http2|tls|dgram|dns|child_process|cluster|process)$";

/** Rule 9: who alone may import the package of a vendor. Tests, scripts and benches are free. */
const vendors = [
  ["aws", "@aws-sdk/", "^server/adapters/store/"],
  ["redis", "(ioredis|@upstash/)", "^server/adapters/limiter/"],
  ["mail", "(nodemailer|resend)/", "^server/adapters/mail/"],
  ["payments", "stripe/", "^server/adapters/payments/"],
  ["database", "(pg|@electric-sql/|pglite-prisma-adapter|@prisma/(adapter|driver))", "^server/adapters/database/"],
  ["prisma", "@prisma/client", "^server/adapters/database/"],
  ["browser", "(playwright|playwright-core|@playwright/|@sparticuz/|tar-fs)", "^server/scanner/"],
  ["lighthouse", "lighthouse/", "^server/scanner/lighthouse/"],
  ["axe", "axe-core/", "^server/scanner/"],
  ["google", "google-auth-library/", "^server/adapters/search-console/"],
  ["model", "(ai|@ai-sdk)/", "^server/adapters/model/"],
  ["jobs", "inngest/", "^inngest/"],
  ["sign-in", "next-auth/", "^(server/auth/|app/api/auth/|app/_client/|middleware)"],
  ["pdf", "(@react-pdf/|pdfkit)", "^server/features/reports/pdf/"],
  ["letters", "(react-email|@react-email/)", "^emails/"],
  ["passwords", "@node-rs/argon2", "^server/auth/"],
].map(([name, packages, home]) => ({
  name: `9-vendor-only-in-its-adapter-${name}`,
  severity: "error",
  from: { path: "^(app|server|start|inngest|emails|middleware|instrumentation)", pathNot: home },
  to: { path: `node_modules/${packages}` },
}));

/** The dependency rules of docs/architecture.md, numbered as there. */
module.exports = {
  forbidden: [
    { name: "1-no-cycles", severity: "error", from: {}, to: { circular: true, viaOnly: { pathNot: "/generated/" } } },
    {
      name: "2-core-knows-no-feature",
      severity: "error",
      from: { path: "^server/core/" },
      to: { path: `${features}/|^server/(router|scanner)|^(app|emails)/|^inngest/functions/` },
    },
    {
      name: "3-features-by-the-door",
      comment:
        "Another feature is entered by its index.ts or contract.ts (report-data.ts is the contract of a report).",
      severity: "error",
      from: { path: `${features}/([^/]+)/` },
      to: {
        path: `${features}/(?!$1/)[^/]+/.+`,
        pathNot: `${features}/[^/]+/(index|contract|report-data)\\.ts$`,
      },
    },
    {
      name: "3-features-by-the-door-from-outside",
      severity: "error",
      from: { path: "^(app|inngest|emails|server|start)/", pathNot: `${features}/|^server/router\\.ts$` },
      to: { path: `${features}/[^/]+/.+`, pathNot: `${features}/[^/]+/(index|contract|report-data)\\.ts$` },
    },
    {
      name: "4-routers-are-thin",
      severity: "error",
      from: { path: `^server/router\\.ts$|${features}/[^/]+/router\\.ts$` },
      to: { path: "^server/adapters/|^node_modules/(@prisma|pg|@electric-sql)/" },
    },
    {
      name: "5-pages-take-only-types-and-contracts",
      comment: "The rules feature is texts and tables only, made to be shown.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/(api|\\.well-known)/" },
      to: {
        path: "^server/",
        pathNot: `${features}/[^/]+/(contract|report-data)\\.ts$|${features}/rules/|^server/core/(errors|contrast)\\.ts$|^server/scanner/contract\\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "6-events-are-a-leaf",
      severity: "error",
      from: { path: "^inngest/events\\.ts$" },
      to: { path: "^(app|server|inngest|emails|scripts|tests)/" },
    },
    {
      name: "7-server-knows-no-job",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^inngest/functions/|^inngest/index\\.ts$" },
    },
    {
      name: "8-letters-are-pure",
      severity: "error",
      from: { path: "^emails/" },
      to: { path: `^(app|server|inngest|scripts)/|${builtin}` },
    },
    {
      name: "8-reports-are-pure",
      comment: "Data in, bytes out: no database, store, mail, settings or network.",
      severity: "error",
      from: { path: `${features}/reports/pdf/` },
      to: {
        path: `^(app|inngest|emails|scripts)/|^server/(adapters|auth|core/(env|transaction|endpoint|context))|${builtin}`,
        pathNot: "^(node:)?fs(/promises)?$",
      },
    },
    ...vendors,
    {
      name: "10-nothing-imports-tests",
      severity: "error",
      from: { pathNot: "^(tests|bench)/" },
      to: { path: "^tests/" },
    },
    { name: "11-no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules|/generated/" },
    exclude: { path: "^\\.(next|data|bench)/" },
    tsPreCompilationDeps: true,
    webpackConfig: { fileName: "scripts/checks/resolve.cjs" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
    moduleSystems: ["es6", "cjs"],
  },
};
