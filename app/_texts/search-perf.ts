import { plural } from "./plural";

const number = (value: number): string => value.toLocaleString("en-GB");

export const searchPerf = {
  title: "Search performance",
  short: "Search",
  lead: "How often your websites are shown and opened in Google Search. Curbcut reads the figures and changes nothing.",

  off: "Search performance is switched off here",
  offText:
    "This installation has no Google client. Who runs it sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; the guide on search performance says how.",
  connectTitle: "Connect Google Search Console",
  connectText:
    "You go to Google, choose the account that has your websites, and let Curbcut read its search figures. You can take that back at any time, here or at Google.",
  connect: "Connect with Google",
  askSomebody: "Ask an owner or an admin of the organisation to connect it.",
  revokedTitle: "Google no longer takes the connection",
  revokedText: "It was taken back at Google, or has expired there. Your choice of properties is kept: connect again.",
  connectAgain: "Connect again",

  results: {
    connected: "Google Search Console is connected.",
    refused: "Nothing was connected: the consent was not given at Google.",
    incomplete:
      "Nothing was connected: at Google, the box that allows to view Search Console data was left empty. Connect again and tick it.",
    failed: "Nothing was connected: Google did not complete it. Try again in a moment.",
  },

  website: "Website",
  noWebsites: "There is no website yet",
  noWebsitesText: "Figures are read for your websites. Add one first.",
  addWebsite: "Add a website",
  property: "Property at Google",
  propertyPlaceholder: "Choose a property",
  suggested: "Fits this website best",
  domain: "All addresses of the domain",
  prefix: "Addresses that begin so",
  noProperty: "No property fits this website",
  noPropertyText:
    "The connected Google account has none that matches its address. Choose one above, or add the website to Search Console and come back.",
  noAccess: "This property can't be read any more",
  noAccessText: "The connected Google account has lost its access to it. Choose another one above.",
  chosen: (property: string) => `Figures are read from ${property} now.`,
  from: "From",
  to: "To",
  days: "Days",
  range: (from: string, to: string) => `${from} to ${to}`,
  lag: "Google counts in the time of the US West Coast, and its last two or three days come late.",

  totals: "Altogether",
  clicks: "Clicks",
  impressions: "Times shown",
  ctr: "Opened when shown",
  position: "Mean position",
  number,
  percent: (value: number): string =>
    value.toLocaleString("en-GB", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  place: (value: number | null): string =>
    value === null ? "–" : value.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 }),

  chart: "Clicks a day",
  chartLabel: (least: number, most: number, days: number) =>
    `Clicks on each of ${plural(days, "day", "days")}: ${number(least)} at least, ${number(most)} at most.`,
  chartTable: "The same as a table",
  chartCaption: "Figures by day",
  day: "Day",

  by: "Figures by",
  dimensions: { query: "Search", page: "Page", country: "Country", device: "Device", date: "Day" },
  devices: { MOBILE: "Phone", DESKTOP: "Computer", TABLET: "Tablet" } as Readonly<Record<string, string>>,
  count: (count: number, more: boolean) => `${plural(count, "row", "rows")}${more ? " so far" : ""}`,
  empty: "Google has no figures for these days. A new website takes a few days; the latest days come late.",

  connection: "Connection",
  connectedBy: (name: string) => `Connected by ${name}`,
  connectedGone: "Connected by somebody whose account is gone",
  disconnect: "Disconnect",
  disconnectAsk: "Disconnect Google Search Console?",
  disconnectLead:
    "Its tokens, your choice of properties and the figures kept here are removed, for everybody in the organisation. At Google your figures stay.",
  disconnectYes: "Disconnect",
  keep: "Keep it",
  disconnected: "Google Search Console is disconnected.",
} as const;
