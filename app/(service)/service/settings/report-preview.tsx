"use client";

import { service } from "@/messages/texts/service";
import { readableOnWhite } from "@/server/core/contrast";

const { settings: texts } = service;

/** Curbcut's default accent colour in reports, and the contrast ratio that reports require for text. */
const ownAccent = "#3730a3";
const reportContrast = 7;

type Props = { name: string; accent: string | null; logo: string | null };

/** A preview of a report's header, on white paper in both themes. */
export const ReportPreview = ({ name, accent, logo }: Props) => {
  const colour = accent ? readableOnWhite(accent, reportContrast) : ownAccent;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-semibold">{texts.preview}</figcaption>
      <div className="rounded-md border border-line bg-[#ffffff] p-6 text-[#12161c] shadow-raised">
        {logo ? (
          // biome-ignore lint/performance/noImgElement: nothing has to be loaded, because the image is a data: URL
          <img src={logo} alt={name} className="mb-5 max-h-14 max-w-40 object-contain object-left" />
        ) : null}
        <div aria-hidden="true" className="mb-4 h-1 w-14" style={{ backgroundColor: colour }} />
        <p className="text-xl font-semibold leading-tight">
          {texts.previewTitle}
          <span style={{ color: colour }}>: {texts.previewSite}</span>
        </p>
        <p className="mt-2 break-words text-sm text-[#434b57]">{texts.previewFacts({ name })}</p>
      </div>
    </figure>
  );
};
