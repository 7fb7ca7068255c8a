export interface PutOptions {
  contentType: string;
  /** File name offered when the object is downloaded; defaults to the last part of its key. */
  fileName?: string;
}

export interface StoredObject {
  body: Buffer;
  contentType: string;
  /** Value of a `Content-Disposition` header that makes a browser save the object under its file name. */
  disposition: string;
}

export interface PresignOptions {
  expiresInSeconds: number;
  /** File name to use instead of the one given to `put`. */
  fileName?: string;
}

export interface PresignedUrl {
  url: string;
  expires_at: Date;
}

/**
 * Stores objects by key. A key is any string of 1 to 700 bytes in UTF-8 without control characters or unpaired
 * surrogates, in which no part between slashes is `.` or `..`. Throws AppError `invalid_input` for any other key, and
 * `upstream_failed` if the store fails.
 */
export interface ObjectStore {
  kind: "files" | "s3";
  location: string;
  /**
   * Writes the whole object and replaces any older one atomically, so that a reader never gets a mixture of the two.
   */
  put(key: string, body: Buffer, options: PutOptions): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  read(key: string): Promise<StoredObject | null>;
  /** Returns the size in bytes, or null if there is no such object. */
  head(key: string): Promise<{ size: number } | null>;
  /** Deletes an object. Succeeds if it doesn't exist. */
  remove(key: string): Promise<void>;
  /**
   * Returns a link that doesn't require any other authentication and expires after `expiresInSeconds`: at most 604,800
   * on S3. The object doesn't have to exist yet.
   */
  presign(key: string, options: PresignOptions): Promise<PresignedUrl>;
  /** Rejects when the store can't be reached or isn't writable. For `/api/ready`. */
  check(): Promise<void>;
}
