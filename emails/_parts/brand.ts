/** IDs of the apps that emails come from. */
export type BrandId = "service" | "accessibility";

export type Brand = {
  id: BrandId;
  name: string;
  /** Path of the app, relative to the base URL. */
  path: string;
};

export const brands: Readonly<Record<BrandId, Brand>> = {
  service: { id: "service", name: "Curbcut", path: "" },
  accessibility: { id: "accessibility", name: "Curbcut Accessibility", path: "/accessibility" },
};

export const isBrandId = (id: unknown): id is BrandId => typeof id === "string" && Object.hasOwn(brands, id);
