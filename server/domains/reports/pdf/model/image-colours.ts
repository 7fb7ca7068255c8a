import { convertToRgb } from "../../logo";
import type { Finding, FindingExample } from "./findings";
import type { ReportModel } from "./report-model";

const convertExample = async (example: FindingExample): Promise<FindingExample> => {
  const { picture, strip } = example;
  const image = picture && (await convertToRgb(picture.image));
  const images = strip && (await Promise.all(strip.map((each) => convertToRgb(each.image))));
  return {
    ...example,
    picture: picture && image ? { ...picture, image } : null,
    strip: strip?.every((_, index) => images?.[index])
      ? strip.map((each, index) => ({ ...each, image: images?.[index] ?? each.image }))
      : null,
  };
};

const convertFinding = async (finding: Finding): Promise<Finding> => ({
  ...finding,
  shown: await Promise.all(finding.shown.map(convertExample)),
});

/** Converts a report's images to RGB, and removes those that can't be decoded. */
export const convertImages = async (model: ReportModel): Promise<ReportModel> => ({
  ...model,
  brand: { ...model.brand, logo: model.brand.logo && (await convertToRgb(model.brand.logo)) },
  failed: await Promise.all(model.failed.map(convertFinding)),
  toReview: await Promise.all(model.toReview.map(convertFinding)),
});
