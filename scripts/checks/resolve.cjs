const { join } = require("node:path");

// Only the alias: with the paths of tsconfig.json, every bare name would be looked up in the root first, where the
// folder `inngest` hides the package of that name.
module.exports = { resolve: { alias: { "@": join(__dirname, "../..") } } };
