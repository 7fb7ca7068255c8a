import { uuidv7 } from "uuidv7";

/** Returns a new UUIDv7 (RFC 9562), which sorts by creation time. */
export const newId = (): string => uuidv7();
