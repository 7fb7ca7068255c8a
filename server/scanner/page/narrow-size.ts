interface Size {
  width: number;
  height: number;
}

/** Returns a size as wide as a 1280-pixel window at 400% zoom, in the opposite orientation to `size`. */
export const narrowSize = (size: Size): Size =>
  size.width > size.height ? { width: 320, height: 640 } : { width: 320, height: 256 };
