/** The name a robots.txt speaks to us by. */
export const ROBOTS_TOKEN = "Curbcut";

/** What our own requests, and after the browser's own name the browser, say who they are. */
export const PRODUCT = "Curbcut/0.1 (accessibility audit; robots.txt name: Curbcut)";
