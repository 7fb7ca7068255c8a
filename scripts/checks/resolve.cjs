const { join } = require("node:path");

// The alias alone: read from tsconfig.json, every bare name would be looked for in the root first, where the folder
// `inngest` hides the package of that name.
module.exports = { resolve: { alias: { "@": join(__dirname, "../..") } } };
