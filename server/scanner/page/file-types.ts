/**
 * Types of requests that only load files. A file's URL may contain the name of an action, as in `delete.svg`, although
 * loading the file doesn't perform the action.
 */
export const fileTypes: ReadonlySet<string> = new Set(["Image", "Font", "Stylesheet", "Script", "Media"]);
