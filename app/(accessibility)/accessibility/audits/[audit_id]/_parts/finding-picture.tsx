"use client";

import { useState } from "react";
import { elements as texts } from "@/messages/texts/elements";
import { cropAround, describePicture } from "@/server/domains/audits/rules";
import { PictureFrame } from "./picture-frame";
import type { Finding } from "./use-triage";

/** The part of the page's screenshot that shows the element, with an outline around the element. */
export const FindingPicture = ({ screenshot, accessibility }: Pick<Finding, "screenshot" | "accessibility">) => {
  const [hasFailed, setHasFailed] = useState(false);
  if (!screenshot) return <p className="mb-4 text-sm text-soft">{texts.missing}</p>;
  if (hasFailed) return <p className="mb-4 text-sm text-soft">{texts.failed}</p>;
  const { url, box, ...size } = screenshot;
  const crop = cropAround(box, size);
  return (
    <div className="mb-4">
      <PictureFrame
        url={url}
        alt={describePicture(accessibility, box)}
        size={size}
        part={crop}
        width={crop.width}
        box={box}
        onError={() => setHasFailed(true)}
      />
      {box.is_frame ? <p className="mt-1 text-sm text-soft">{texts.inFrame}</p> : null}
    </div>
  );
};
