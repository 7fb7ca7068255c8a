import { existsSync } from "node:fs";

const places = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser that walks through our own pages; Playwright's own when none of the usual places has one. */
export const findChromium = (): string | undefined => places.find((path) => path && existsSync(path));
