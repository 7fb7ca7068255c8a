import { uuidv7 } from "uuidv7";

/** A new UUIDv7 (RFC 9562): sorts by the time it was made. */
export const newId = (): string => uuidv7();
