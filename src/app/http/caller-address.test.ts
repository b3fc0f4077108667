import { expect, it } from 'vitest'
import { callerAddress, createProxyWarning, hidesVisitors } from './caller-address.server.ts'

const PROXY = '10.0.0.9'

it.each([
  ['no proxy: the connection itself', 0, undefined, PROXY],
  ['no proxy: a header is whatever the caller likes', 0, '203.0.113.7', PROXY],
  ['one proxy: whom it heard', 1, '203.0.113.7', '203.0.113.7'],
  ['one proxy: not what the caller wrote before it', 1, '1.1.1.1, 203.0.113.7', '203.0.113.7'],
  ['one proxy: blanks and empty entries do not count', 1, ' , 203.0.113.7 ,', '203.0.113.7'],
  ['two proxies: whom the outer one heard', 2, '203.0.113.7, 10.0.0.8', '203.0.113.7'],
  ['two proxies: not what the caller wrote before them', 2, '1.1.1.1,203.0.113.7,10.0.0.8', '203.0.113.7'],
  ['two proxies, one passed by: the connection itself', 2, '203.0.113.7', PROXY],
  ['a proxy that says nothing: the connection itself', 1, undefined, PROXY],
  ['a proxy that says nothing, in a header', 1, '', PROXY],
])('%s', (_what, proxies, header, address) => {
  expect(callerAddress(PROXY, header, proxies)).toBe(address)
})

it.each([
  ['a proxy in the own network that is not counted', '10.0.0.9', '203.0.113.7', 0, true],
  ['the same as IPv4 in IPv6', '::ffff:10.0.0.9', '203.0.113.7', 0, true],
  ['a proxy on this machine', '::1', '203.0.113.7', 0, true],
  ['two counted, one there', '192.168.1.4', '203.0.113.7', 2, true],
  ['a proxy that is counted', '10.0.0.9', '203.0.113.7', 1, false],
  ['no proxy', '10.0.0.9', undefined, 0, false],
  ['a visitor who writes the header', '198.51.100.4', '203.0.113.7', 0, false],
])('detects whether visitors share an address: %s', (_what, direct, header, proxies, isHidden) => {
  expect(hidesVisitors(direct, header, proxies)).toBe(isHidden)
})

it('warns once about an uncounted proxy, and names it', () => {
  const warnings: unknown[] = []
  const warn = createProxyWarning(0, { warn: (...line: unknown[]) => void warnings.push(line) })
  warn('198.51.100.4', '203.0.113.7')
  expect(warnings).toEqual([])
  for (let n = 0; n < 3; n++) warn('10.0.0.9', '203.0.113.7')
  expect(warnings).toEqual([[{ proxy: '10.0.0.9', trustedProxies: 0 }, expect.stringContaining('set TRUSTED_PROXIES')]])
})
