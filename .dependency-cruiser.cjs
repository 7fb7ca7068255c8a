const domains = "^server/domains";
const door = "/(index|contract|report-data)\\.ts$";
const builtin = "^(node:)?(fs|fs/promises|net|http|https|http2|tls|dgram|dns|child_process|cluster|process)$";

/**
 * The layers, lowest first. A folder never imports from a higher layer, not even types, so there can't be cycles
 * between layers.
 */
const layers = [
  "server/core",
  "messages",
  "server/outside",
  "server/scanner",
  "server/adapters",
  "server/endpoint",
  "emails",
  "server/domains/messaging",
  "server/domains/billing",
  "server/domains/integrations",
  "server/domains/identity",
  "server/domains/audits",
  "server/domains/reports",
  "server/domains/monitoring",
  "server/domains/organisations",
  "server/domains/operations",
  "server/(router|http)\\.ts$",
  "inngest",
  "start",
  "app",
].map((folder) => (folder.endsWith("$") ? `^${folder}` : `^${folder}/`));

const noImportUpwards = layers.slice(0, -1).map((folder, index) => ({
  name: `2-no-import-upwards-${folder.replace(/[^a-z]+/g, "-")}`,
  severity: "error",
  from: { path: folder },
  to: { path: layers.slice(index + 1) },
}));

/**
 * Rule 8: the packages of each vendor, and the only folder that may import them. Tests, scripts and benchmarks are
 * exempt.
 */
const vendors = [
  ["aws", "@aws-sdk/", "^server/adapters/store/"],
  ["redis", "(ioredis|@upstash/)", "^server/adapters/limiter/"],
  ["email", "(nodemailer|resend)/", "^server/adapters/email/"],
  ["payments", "stripe/", "^server/adapters/payments/"],
  ["database", "(pg|@electric-sql/|pglite-prisma-adapter|@prisma/(adapter|driver))", "^server/adapters/database/"],
  ["prisma", "@prisma/client", "^server/adapters/database/"],
  ["browser", "(playwright|playwright-core|@playwright/|@sparticuz/|tar-fs)", "^server/scanner/"],
  ["lighthouse", "lighthouse/", "^server/scanner/lighthouse/"],
  ["axe", "axe-core/", "^server/scanner/"],
  ["google", "google-auth-library/", "^server/adapters/search-console/"],
  ["model", "(ai|@ai-sdk)/", "^server/adapters/model/"],
  ["jobs", "inngest/", "^(inngest/|server/core/events\\.ts$)"],
  ["sign-in", "next-auth/", "^(server/domains/identity/(auth|browser)/|app/api/auth/|app/_client/|proxy)"],
  ["pdf", "(@react-pdf/|pdfkit)", "^server/domains/reports/pdf/"],
  ["email-templates", "(react-email|@react-email/)", "^emails/"],
  ["passwords", "@node-rs/argon2", "^server/domains/identity/auth/"],
].map(([name, packages, home]) => ({
  name: `8-vendor-only-in-its-adapter-${name}`,
  severity: "error",
  from: { path: "^(app|server|start|inngest|emails|proxy|instrumentation)", pathNot: home },
  to: { path: `node_modules/${packages}` },
}));

/** The dependency rules in docs/architecture.md, with the same numbers. */
module.exports = {
  forbidden: [
    { name: "1-no-cycles", severity: "error", from: {}, to: { circular: true, viaOnly: { pathNot: "^generated/" } } },
    ...noImportUpwards,
    {
      name: "2-events-are-a-leaf",
      severity: "error",
      from: { path: "^server/core/events\\.ts$" },
      to: { path: "^(app|server|inngest|emails|scripts|tests)/" },
    },
    {
      name: "3-domains-by-the-door",
      comment:
        "A domain is imported only through the index.ts or contract.ts of its folders. report-data.ts is the contract for report data.",
      severity: "error",
      from: { path: `${domains}/([^/]+)/` },
      to: { path: `${domains}/(?!$1/)`, pathNot: door },
    },
    {
      name: "3-parts-by-the-door",
      comment:
        "The same applies to the folders in a domain, except that `reports/pdf` can import any file in its domain, and other folders in `identity` can import any file in `identity/auth`.",
      severity: "error",
      from: { path: `${domains}/([^/]+)/([^/]+)/`, pathNot: `${domains}/reports/pdf/` },
      to: { path: `${domains}/$1/(?!$2/)`, pathNot: `${door}|${domains}/identity/auth/` },
    },
    {
      name: "3-parts-by-the-door-from-their-domain",
      severity: "error",
      from: { path: `${domains}/([^/]+)/[^/]+$` },
      to: { path: `${domains}/$1/[^/]+/`, pathNot: `${door}|${domains}/reports/pdf/` },
    },
    {
      name: "3-domains-by-the-door-from-outside",
      severity: "error",
      from: { path: "^(app|inngest|emails|server|start)/", pathNot: `${domains}/|^server/(router|http)\\.ts$` },
      to: { path: `${domains}/`, pathNot: door },
    },
    {
      name: "4-routers-are-thin",
      severity: "error",
      from: { path: `^server/router\\.ts$|${domains}/.+/router\\.ts$` },
      to: { path: "^server/adapters/|^node_modules/(@prisma|pg|@electric-sql)/" },
    },
    {
      name: "5-pages-take-only-types-and-contracts",
      comment: "`audits/rules` contains only text and tables for pages to show.",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/(api|\\.well-known)/" },
      to: {
        path: "^server/",
        pathNot: `${domains}/.+/(contract|report-data)\\.ts$|${domains}/audits/rules/|^server/core/(errors|contrast|impact)\\.ts$|^server/scanner/contract\\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "6-adapters-stand-alone",
      comment:
        "The chat and payments adapters reuse the email adapter's code, for example to do something only once per key.",
      severity: "error",
      from: { path: "^server/adapters/([^/]+)/" },
      to: { path: "^server/adapters/(?!$1/)[^/]+/", pathNot: "^server/adapters/email/" },
    },
    {
      name: "7-emails-are-pure",
      severity: "error",
      from: { path: "^emails/" },
      to: { path: `^(app|server|inngest|scripts)/|${builtin}` },
    },
    {
      name: "7-reports-are-pure",
      comment: "Turns data into bytes, without access to the database, object store, email, settings or network.",
      severity: "error",
      from: { path: `${domains}/reports/pdf/` },
      to: {
        path: `^(app|inngest|emails|scripts)/|^server/(adapters|endpoint|domains/identity|core/(env|context))|${builtin}`,
        pathNot: "^(node:)?fs(/promises)?$",
      },
    },
    ...vendors,
    {
      name: "9-nothing-imports-tests",
      severity: "error",
      from: { pathNot: "^(tests|bench)/" },
      to: { path: "^tests/" },
    },
    { name: "10-no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
};
