const { join } = require("node:path");

// Defines only the alias. With the paths of tsconfig.json, every package name would be looked up in the root first,
// where the folder `inngest` hides the package of that name.
module.exports = { resolve: { alias: { "@": join(__dirname, "../..") } } };
