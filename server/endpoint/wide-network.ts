/**
 * Returns the /48 network of an IPv6 client, which contains 65,536 of the /64 networks that other limits count
 * separately; null for IPv4.
 */
export const wideNetworkOf = (ip: string): string | null =>
  ip.endsWith("::/64") ? `${ip.split(":").slice(0, 3).join(":")}::/48` : null;
