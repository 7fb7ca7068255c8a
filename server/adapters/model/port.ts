export interface ModelRequest {
  /** What the model is to do, written by us. */
  system: string;
  /** What it is to do it to; may hold text that strangers wrote. */
  prompt: string;
  abort?: AbortSignal | undefined;
}

/**
 * A language model: text in, text out. One that fails, does not answer within its time or answers nothing is AppError
 * `upstream_failed` with `details: { retryable: boolean, status: number | null, retry_after_seconds?: number }`. A call
 * that is aborted throws the signal's reason.
 */
export interface Model {
  kind: "openai";
  /** Of the model, as its provider calls it. */
  name: string;
  location: string;
  complete(request: ModelRequest): Promise<string>;
}
