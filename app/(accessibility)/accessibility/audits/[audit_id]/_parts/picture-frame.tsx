import { PictureOutline, placeWithin } from "./picture-outline";

type Box = Parameters<typeof placeWithin>[1];

interface PictureFrameProps {
  url: string;
  alt: string;
  /** The size of the whole picture. */
  size: Pick<Box, "width" | "height">;
  /** The part of the picture that is shown. */
  part: Box;
  /** The width of the frame, in CSS pixels, if there is room for it. */
  width: number;
  /** The box of the outlined element. */
  box: Box | null;
  onError: () => void;
}

/** Part of a picture. It isn't mirrored in right-to-left languages. */
export const PictureFrame = ({ url, alt, size, part, width, box, onError }: PictureFrameProps) => (
  <div
    dir="ltr"
    className="relative max-w-full overflow-hidden rounded-md border border-line bg-raised"
    style={{ aspectRatio: `${part.width} / ${part.height}`, width }}
  >
    {/* biome-ignore lint/performance/noImgElement: the picture is already as small as it can be */}
    <img
      src={new URL(url).pathname}
      alt={alt}
      loading="lazy"
      decoding="async"
      className="absolute max-w-none"
      style={placeWithin({ x: 0, y: 0, ...size }, part)}
      onError={onError}
    />
    {box ? <PictureOutline box={box} within={part} /> : null}
  </div>
);
