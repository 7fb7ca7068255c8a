/**
 * Tells the browser what to delete on sign-out. Cookies are left out, because the browser would delete the cookies of
 * every host on the domain, which would sign users out of the operator's other products. Set-Cookie expires our own
 * cookie.
 */
export const clearSiteData = (headers: Headers): void => headers.set("Clear-Site-Data", '"cache", "storage"');
