export type Brand = {
  id: "service" | "accessibility";
  name: string;
  /** Path of the app below the base URL. */
  path: string;
};

const serviceBrand: Brand = {
  id: "service",
  name: "Curbcut",
  path: "",
};

const accessibilityBrand: Brand = {
  id: "accessibility",
  name: "Curbcut Accessibility",
  path: "/accessibility",
};

export const brandOf = (app: unknown): Brand => (app === "accessibility" ? accessibilityBrand : serviceBrand);
