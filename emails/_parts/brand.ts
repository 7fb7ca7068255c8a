export type Brand = {
  id: "service" | "accessibility";
  name: string;
  promise: string;
  /** Where the app begins, below the address of the whole. */
  path: string;
};

const serviceBrand: Brand = {
  id: "service",
  name: "Curbcut",
  promise: "Finds what keeps people out of websites, and what to fix first.",
  path: "",
};

const accessibilityBrand: Brand = {
  id: "accessibility",
  name: "Curbcut Accessibility",
  promise: "See whom your website keeps out, fix it, and see it get better.",
  path: "/accessibility",
};

export const brandOf = (app: unknown): Brand => (app === "accessibility" ? accessibilityBrand : serviceBrand);
