export interface PutOptions {
  contentType: string;
  /** Offered to whoever downloads the object; the last part of its key when absent. */
  fileName?: string;
}

export interface StoredObject {
  body: Buffer;
  contentType: string;
  /** Value of a `Content-Disposition` header that makes a browser save the object under its name. */
  disposition: string;
}

export interface PresignOptions {
  expiresInSeconds: number;
  /** Overrides the name given at `put`. */
  fileName?: string;
}

export interface PresignedUrl {
  url: string;
  expires_at: Date;
}

/**
 * Objects by key. A key is any text of 1 to 700 bytes without control characters or `.` and `..` between slashes
 * (AppError `invalid_input`). A failing store throws AppError `upstream_failed`.
 */
export interface ObjectStore {
  kind: "files" | "s3";
  location: string;
  /** Writes the whole object, replacing an older one at once: a reader sees either of them, never a part. */
  put(key: string, body: Buffer, options: PutOptions): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  read(key: string): Promise<StoredObject | null>;
  /** Size in bytes, or null when there is no such object. */
  head(key: string): Promise<{ size: number } | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /**
   * A link that needs no other authentication and dies after `expiresInSeconds`: at most 604,800 on S3. The object
   * need not exist yet.
   */
  presign(key: string, options: PresignOptions): Promise<PresignedUrl>;
  /** Rejects when the store cannot be reached and written. For `/api/ready`. */
  check(): Promise<void>;
}
