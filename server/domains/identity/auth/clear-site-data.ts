/**
 * Tells the browser what to delete on sign-out. Cookies are left out, because the browser would delete those of every
 * host of the domain and so sign users out of the operator's other products. Our own cookie is expired by Set-Cookie.
 */
export const clearSiteData = (headers: Headers): void => headers.set("Clear-Site-Data", '"cache", "storage"');
