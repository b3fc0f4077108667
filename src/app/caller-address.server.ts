/**
 * Where a request came from, for limits by address. Each proxy adds to the end of X-Forwarded-For whom it heard the request
 * from, so only as many entries as there are proxies of our own are believed; whatever stands before them the caller may have
 * written himself.
 * @param direct the address at the other end of the connection.
 * @param forwardedFor the header as it came, if it came.
 * @param proxies how many proxies of our own the request went through (`TRUSTED_PROXIES`).
 * @returns the address; `direct` when the header names fewer hops than there are proxies.
 */
export function callerAddress(direct: string, forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0 || !forwardedFor) return direct
  const hops = forwardedFor
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean)
  return hops.at(-proxies) ?? direct
}
