import { isIPv6 } from 'node:net'

/** Returns the rate-limit key of an address. For IPv6 the first 64 bits count, because one customer holds 2^64 addresses. */
export function networkOf(ip: string): string {
  const mapped = ip.replace(/^::ffff:(\d+\.)/i, '$1')
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail] = mapped.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const end = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array(8 - groups.length - end.length).fill('0')
  return [...groups, ...zeros, ...end]
    .slice(0, 4)
    .map(group => group.replace(/^0+/, '') || '0')
    .join(':')
}
