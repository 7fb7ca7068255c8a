export { handleBrowserAuth, isBrowserAuth } from "./browser-auth";
