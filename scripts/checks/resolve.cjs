const { join } = require("node:path");

// Only defines the alias. With the paths in tsconfig.json, every package name would first be looked up in the root
// folder, where the folder `inngest` hides the package with the same name.
module.exports = { resolve: { alias: { "@": join(__dirname, "../..") } } };
