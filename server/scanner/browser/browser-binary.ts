export interface BrowserBinary {
  executablePath: string;
  /** Where it was found, for the log. */
  source: string;
  /** Variables the process needs on top of the scanner's own. */
  environment: Record<string, string>;
}
