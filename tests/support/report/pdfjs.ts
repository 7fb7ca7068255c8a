// Imported first, because pdf.js replaces some of the engine's own functions.
import "./own-functions";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
// Otherwise, the first document would load the worker, and the worker would replace the functions again.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { restoreFunctions } from "./own-functions";

restoreFunctions();

export { getDocument, OPS };
