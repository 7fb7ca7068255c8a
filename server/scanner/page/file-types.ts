/**
 * Types of requests whose URL doesn't say what they do, because an image or a script, for example, may be named after an
 * action.
 */
export const fileTypes: ReadonlySet<string> = new Set(["Image", "Font", "Stylesheet", "Script", "Media"]);
