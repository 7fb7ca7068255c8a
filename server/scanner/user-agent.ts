/** The user agent that robots.txt files use for us. */
export const ROBOTS_TOKEN = "Curbcut";

/** Identifies us in our own requests and, after the browser's user agent, in the browser's. */
export const PRODUCT = "Curbcut/0.1 (accessibility audit; robots.txt name: Curbcut)";
