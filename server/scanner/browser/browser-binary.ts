export interface BrowserBinary {
  executablePath: string;
  /** Where the browser was found, for the log. */
  source: string;
  /** Environment variables that the process needs in addition to the scanner's. */
  environment: Record<string, string>;
}
