export interface ModelRequest {
  /** Our instructions to the model. */
  system: string;
  /** The input to work on; may contain third-party text. */
  prompt: string;
  /** A JPEG image to send with the prompt. Not every model accepts images. */
  image?: Buffer | undefined;
  abort?: AbortSignal | undefined;
}

/**
 * A language model that takes text, optionally with an image, and returns text. When it fails, times out or returns
 * nothing, it throws AppError `upstream_failed` with `details: { retryable: boolean, status: number | null,
 * retry_after_seconds?: number }`. An aborted call throws the signal's reason.
 */
export interface Model {
  kind: "openai";
  /** The provider's name for the model. */
  name: string;
  location: string;
  complete(request: ModelRequest): Promise<string>;
}
