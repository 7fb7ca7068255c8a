/** Our name in robots.txt files. */
export const ROBOTS_TOKEN = "Curbcut";

/** The user agent of our own requests, also added to the browser's user agent. */
export const PRODUCT = "Curbcut/0.1 (accessibility audit; robots.txt name: Curbcut)";
