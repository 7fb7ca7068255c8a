import type { OwnRule } from "./own-rule";
import { imageFillers, wordsIn } from "./words";

const help_url = "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html";

/** Alternative text that is the name of an image file (WCAG failure F30). */
export const imageFileName: OwnRule = {
  id: "image-file-name",
  impact: "serious",
  tags: ["wcag2a", "wcag111"],
  act: [],
  help: "Alternative text must not be a file name",
  description: "Ensure that the alternative text of an image describes the image instead of naming its file",
  help_url,
  failure: "Replace the file name with text that says what the image shows or does",
  needsReview: false,
  inPage: ({ nameOf }) => {
    const fileName = /\.(?:png|jpe?g|jfif|gif|svg|webp|avif|bmp|ico|tiff?|heic)$/i;
    const cameraName = /^(?:img|dsc[fn]?|dcim|pict|screenshot)[-_ ]?\d{3,}$/i;
    return {
      selector: 'img[alt], area[alt], input[type="image"][alt], [role="img"], svg[aria-label]',
      applies: (element) => nameOf(element) !== "",
      passes: (element) => {
        const name = nameOf(element);
        return !(fileName.test(name) && !/\s/.test(name)) && !cameraName.test(name);
      },
    };
  },
};

/** Alternative text that says only that there is an image (WCAG failure F30). */
export const imageFillerName: OwnRule = {
  id: "image-filler-name",
  impact: "serious",
  tags: ["wcag2a", "wcag111"],
  act: ["qt1vmo"],
  help: "Alternative text should describe the image",
  description: "Ensure that the alternative text does more than say that there is an image",
  help_url,
  failure: "Check whether the alternative text says what the image shows or does",
  needsReview: true,
  words: wordsIn(imageFillers),
  inPage: ({ nameOf, words }) => {
    return {
      selector: 'img[alt], area[alt], input[type="image"][alt], [role="img"], svg[aria-label]',
      applies: (element) => nameOf(element) !== "",
      passes: (element) => {
        const name = nameOf(element).toLowerCase();
        const [beginning = ""] = name.split(/[.:!…\d]/, 1);
        return /[\p{L}\p{N}\p{S}]/u.test(name) && !words.has(beginning.trim());
      },
    };
  },
};
