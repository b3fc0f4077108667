import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * A browser names the push endpoint, and the shop posts to that URL. An attacker could name an address inside the shop's network, so the
 * shop posts only to public addresses.
 */

/** IANA's special-purpose IPv4 networks, and one cloud's metadata address, which hands out credentials like 169.254.169.254. */
const CLOSED_V4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32'
/** Only global unicast IPv6 is public, except for documentation ranges and ranges that embed an IPv4 address. */
const OPEN_V6 = '2000::/3'
const CLOSED_V6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

function networks(list: string, family: 'ipv4' | 'ipv6'): BlockList {
  const found = new BlockList()
  for (const network of list.split(' ')) {
    const [address, bits] = network.split('/')
    found.addSubnet(address!, Number(bits), family)
  }
  return found
}
const closedV4 = networks(CLOSED_V4, 'ipv4')
const openV6 = networks(OPEN_V6, 'ipv6')
const closedV6 = networks(CLOSED_V6, 'ipv6')

/** True for public addresses. IPv4-mapped IPv6 is rejected because it can hide a private address. */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 4) return !closedV4.check(ip, 'ipv4')
  return isIP(ip) === 6 && openV6.check(ip, 'ipv6') && !closedV6.check(ip, 'ipv6')
}

const INSIDE_NAME = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|private)$|\.home\.arpa$/
const LOOPBACK = /^(127\.0\.0\.1|\[::1\])$/

/** True for an endpoint on this machine, which tests and demos may allow. */
export const isLoopbackEndpoint = (endpoint: string) => LOOPBACK.test(new URL(endpoint).hostname)

/**
 * Checks the URL of a push endpoint before use. `publicLookup` checks the resolved addresses of a host name at connection time.
 * @param localAllowed also accepts `http` and any port on 127.0.0.1 and [::1].
 * @returns a message, or undefined when the URL is valid.
 */
export function endpointFault(endpoint: string, localAllowed: boolean): string | undefined {
  if (!URL.canParse(endpoint)) return 'This is not an address.'
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint)
  if (username || password || hash) return 'A push endpoint has no user, password or fragment in its address.'
  if (localAllowed && isLoopbackEndpoint(endpoint) && /^https?:$/.test(protocol)) return undefined
  if (protocol !== 'https:') return 'A push endpoint begins with https.'
  if (port) return 'A push endpoint answers on the usual port.'
  const ip = hostname.replace(/^\[|\]$/g, '')
  const isInside = isIP(ip)
    ? !isPublicAddress(ip)
    : !hostname.includes('.') || hostname.endsWith('.') || INSIDE_NAME.test(hostname)
  return isInside ? 'A push endpoint is on the public internet.' : undefined
}

/** A host name resolved to a private address. */
export class InsideAddressError extends Error {}

/** Resolves a host name with the system resolver, and fails when any address is not public. The connection uses the checked addresses. */
export const publicLookup: LookupFunction = (hostname, options: LookupOptions, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '')
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
      return done(new InsideAddressError('The push endpoint is not on the public internet.'), '')
    if (options.all) return done(null, addresses)
    done(null, addresses[0]!.address, addresses[0]!.family)
  })
}
