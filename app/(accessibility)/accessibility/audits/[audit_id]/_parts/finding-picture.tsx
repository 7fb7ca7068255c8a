"use client";

import { useState } from "react";
import { elements as texts } from "@/messages/texts/elements";
import { cropAround, describePicture } from "@/server/domains/audits/rules";
import type { Finding } from "./use-triage";

type Box = NonNullable<Finding["screenshot"]>["box"];

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** Returns the position and size of a box within another box, as styles for an absolutely positioned element. */
const within = (box: Box, { x, y, width, height }: Box) => ({
  left: percent(box.x - x, width),
  top: percent(box.y - y, height),
  width: percent(box.width, width),
  height: percent(box.height, height),
});

/** The part of the page's screenshot that shows the element, with an outline around it. */
export const FindingPicture = ({ screenshot, accessibility }: Pick<Finding, "screenshot" | "accessibility">) => {
  const [hasFailed, setHasFailed] = useState(false);
  if (!screenshot) return <p className="mb-4 text-sm text-soft">{texts.missing}</p>;
  if (hasFailed) return <p className="mb-4 text-sm text-soft">{texts.failed}</p>;
  const { url, box, ...size } = screenshot;
  const crop = cropAround(box, size);
  return (
    <div
      dir="ltr"
      className="relative mb-4 max-w-full overflow-hidden rounded-md border border-line bg-raised"
      style={{ aspectRatio: `${crop.width} / ${crop.height}`, width: crop.width }}
    >
      {/* biome-ignore lint/performance/noImgElement: the picture is already as small as it can be */}
      <img
        src={new URL(url).pathname}
        alt={describePicture(accessibility)}
        loading="lazy"
        decoding="async"
        className="absolute max-w-none"
        style={within({ x: 0, y: 0, ...size }, crop)}
        onError={() => setHasFailed(true)}
      />
      <div
        aria-hidden="true"
        className="absolute rounded-sm outline-3 outline-offset-2 outline-[#d6003c] ring-8 ring-white/80"
        style={within(box, crop)}
      />
    </div>
  );
};
