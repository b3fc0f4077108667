import { expect, it } from 'vitest'
import { callerAddress } from './caller-address.server.ts'

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
