type Pair = { light: string; dark: string };

export type Brand = {
  id: "service" | "accessibility";
  name: string;
  promise: string;
  accent: Pair;
  onAccent: Pair;
};

export const serviceBrand: Brand = {
  id: "service",
  name: "Curbcut",
  promise: "Finds what keeps people out of websites, and what to fix first.",
  accent: { light: "#3730a3", dark: "#b9b5ff" },
  onAccent: { light: "#ffffff", dark: "#14121f" },
};

export const accessibilityBrand: Brand = {
  id: "accessibility",
  name: "Curbcut Accessibility",
  promise: "See whom your website keeps out, fix it, and see it get better.",
  accent: { light: "#0b4f4a", dark: "#8fdcd0" },
  onAccent: { light: "#ffffff", dark: "#0d1a18" },
};

export const brandOf = (app: unknown): Brand => (app === "accessibility" ? accessibilityBrand : serviceBrand);
