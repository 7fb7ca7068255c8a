"use client";

import { useState } from "react";
import { elements as texts } from "@/messages/texts/elements";
import { cropAround, describePicture } from "@/server/domains/audits/rules";
import { PictureOutline, placeWithin } from "./picture-outline";
import type { Finding } from "./use-triage";

/** The part of the page's screenshot that shows the element, with an outline around it. */
export const FindingPicture = ({ screenshot, accessibility }: Pick<Finding, "screenshot" | "accessibility">) => {
  const [hasFailed, setHasFailed] = useState(false);
  if (!screenshot) return <p className="mb-4 text-sm text-soft">{texts.missing}</p>;
  if (hasFailed) return <p className="mb-4 text-sm text-soft">{texts.failed}</p>;
  const { url, box, ...size } = screenshot;
  const crop = cropAround(box, size);
  return (
    <div className="mb-4">
      <div
        dir="ltr"
        className="relative max-w-full overflow-hidden rounded-md border border-line bg-raised"
        style={{ aspectRatio: `${crop.width} / ${crop.height}`, width: crop.width }}
      >
        {/* biome-ignore lint/performance/noImgElement: the picture is already as small as it can be */}
        <img
          src={new URL(url).pathname}
          alt={describePicture(accessibility, box)}
          loading="lazy"
          decoding="async"
          className="absolute max-w-none"
          style={placeWithin({ x: 0, y: 0, ...size }, crop)}
          onError={() => setHasFailed(true)}
        />
        <PictureOutline box={box} within={crop} />
      </div>
      {box.is_frame ? <p className="mt-1 text-sm text-soft">{texts.inFrame}</p> : null}
    </div>
  );
};
