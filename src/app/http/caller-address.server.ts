import { BlockList, isIP } from 'node:net'
import type { Logger } from '#platform/log.server.ts'

/**
 * Returns the client address for rate limits. Each proxy appends the address of its peer to X-Forwarded-For, so the shop trusts only as
 * many entries as it has proxies. The caller may have forged the entries before them.
 * @param direct the address at the other end of the connection.
 * @param forwardedFor the raw header, if present.
 * @param proxies the number of trusted proxies (`TRUSTED_PROXIES`).
 * @returns the address; `direct` when the header has fewer hops than there are proxies.
 */
export function callerAddress(direct: string, forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0 || !forwardedFor) return direct
  const hops = forwardedFor
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean)
  return hops.at(-proxies) ?? direct
}

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/**
 * True when a proxy of the shop's own network forwards a request and `TRUSTED_PROXIES` does not count that proxy: every visitor then has
 * the proxy's address, and one visitor's limits stop all others. A public address proves nothing, because any visitor can send the header.
 */
export function hidesVisitors(direct: string, forwardedFor: string | undefined, proxies: number): boolean {
  if (!forwardedFor?.trim() || callerAddress(direct, forwardedFor, proxies) !== direct) return false
  const family = isIP(direct)
  return family !== 0 && PRIVATE.check(direct, family === 4 ? 'ipv4' : 'ipv6')
}

/** Warns once, because the next request has the same proxy in front of it. */
export function createProxyWarning(proxies: number, log: Pick<Logger, 'warn'>) {
  let isDone = false
  return (direct: string, forwardedFor: string | undefined) => {
    if (isDone || !hidesVisitors(direct, forwardedFor, proxies)) return
    isDone = true
    log.warn(
      { proxy: direct, trustedProxies: proxies },
      'A proxy forwards visitors whose addresses are ignored, so all of them share one limit: set TRUSTED_PROXIES to the number of proxies.',
    )
  }
}
