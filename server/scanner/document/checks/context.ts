import type { ClauseId } from "../clauses";
import type { Page } from "../model/page-list";
import type { Structure } from "../model/structure";
import type { PdfFile } from "../pdf/pdf-file";
import type { PdfDict } from "../pdf/values";

/** What every check needs. */
export interface CheckContext {
  file: PdfFile;
  catalog: PdfDict;
  pages: readonly Page[];
  structure: Structure;
  /** Whether the catalogue specifies a language for the whole document. */
  hasLanguage: boolean;
  report(clause: ClauseId, page?: number | null): void;
}
