import { createHash } from "node:crypto";

/** Returns a hash of a finding's code, as the results list it. */
export const hashCode = (html: string): string => createHash("sha256").update(html.trim()).digest("hex");
