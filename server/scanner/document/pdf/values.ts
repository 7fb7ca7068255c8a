/** The kinds of objects in a PDF (ISO 32000-1, 7.3). */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfKeyword
  | PdfValue[]
  | PdfDict
  | PdfStream;

export type PdfDict = Map<string, PdfValue>;

export class PdfName {
  constructor(readonly name: string) {}
}

export class PdfString {
  constructor(readonly bytes: Buffer) {}

  /** The string's text, for strings that people read: UTF-16, UTF-8 or, approximately, PDFDocEncoding. */
  get text(): string {
    const [first, second, third] = this.bytes;
    if (first === 0xfe && second === 0xff) {
      const even = this.bytes.subarray(2, this.bytes.length - (this.bytes.length % 2));
      return Buffer.from(even).swap16().toString("utf16le");
    }
    const isUtf8 = first === 0xef && second === 0xbb && third === 0xbf;
    return isUtf8 ? this.bytes.toString("utf8", 3) : this.bytes.toString("latin1");
  }
}

/**
 * A reference to an indirect object. Generation numbers aren't needed, because the last definition of an object counts.
 */
export class PdfRef {
  constructor(readonly id: number) {}
}

/** An operator of a content stream, or a word such as `endobj`. */
export class PdfKeyword {
  constructor(readonly word: string) {}
}

export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    readonly bytes: Buffer,
  ) {}
}
