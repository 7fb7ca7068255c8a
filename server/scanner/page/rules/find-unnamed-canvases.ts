import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns canvases with a drawing but without a text alternative. Those that can receive focus fail;
 * others may be decoration or may be described in the text.
 */
export const findUnnamedCanvases = ({ isShown }: StructureReader): StructureFinding[] => {
  const isSilent = (canvas: HTMLCanvasElement): boolean => {
    const role = canvas.getAttribute("role");
    const hasName = ["aria-label", "aria-labelledby", "title"].some(
      (name) => (canvas.getAttribute(name) ?? "").trim() !== "",
    );
    const hasFallback = (canvas.textContent ?? "").trim() !== "" || canvas.childElementCount > 0;
    const isHidden =
      pageTree.closest(canvas, "[aria-hidden='true'], [inert]") !== null ||
      !canvas.checkVisibility({ checkOpacity: true });
    return hasName || hasFallback || isHidden || role === "none" || role === "presentation";
  };
  /** Reports whether a canvas covers the window, or ignores the pointer, and is therefore probably a background. */
  const isBackground = (canvas: HTMLCanvasElement): boolean => {
    const { width, height } = canvas.getBoundingClientRect();
    const { pointerEvents, position, zIndex } = getComputedStyle(canvas);
    return (
      pointerEvents === "none" ||
      position === "fixed" ||
      Number(zIndex) < 0 ||
      width * height > innerWidth * innerHeight * 0.9
    );
  };
  const isNamedAround = (canvas: HTMLCanvasElement): boolean =>
    pageTree.closest(
      canvas,
      "a, button, label, figure, [role='img'], [role='figure'], [role='application'], [aria-label], [aria-labelledby]",
    ) !== null;
  /** Reports whether the drawing has more than one colour. */
  const hasDrawing = (canvas: HTMLCanvasElement): boolean => {
    try {
      const copy = new OffscreenCanvas(40, 40).getContext("2d", { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0, 40, 40);
      const pixels = new Uint32Array(copy?.getImageData(0, 0, 40, 40).data.buffer ?? new ArrayBuffer(0));
      return pixels.some((pixel) => pixel !== pixels[0]);
    } catch {
      return true;
    }
  };
  return pageTree
    .findAll("canvas")
    .slice(0, 20)
    .flatMap((canvas) => {
      const { width, height } = canvas.getBoundingClientRect();
      const isUsable = width >= 50 && height >= 50 && isShown(canvas) && !isSilent(canvas) && !isNamedAround(canvas);
      if (!isUsable || isBackground(canvas) || !hasDrawing(canvas)) return [];
      return [
        { rule: "unlabelled-graphic" as const, element: canvas, outcome: canvas.tabIndex >= 0 ? false : undefined },
      ];
    });
};
