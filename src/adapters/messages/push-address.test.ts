import { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBrowserKeys } from '#features/notifications/push/testing/push-service.ts'
import { createPush } from './push.server.ts'
import { endpointFault, InsideAddressError, isPublicAddress, publicLookup } from './push-address.server.ts'

const REFUSED = {
  'no address at all': 'push service',
  'no scheme': 'fcm.googleapis.com/fcm/send/x',
  'another scheme': 'file:///etc/passwd',
  'a scheme that runs': 'javascript:alert(1)',
  'not encrypted': 'http://fcm.googleapis.com/fcm/send/x',
  'a user': 'https://user@fcm.googleapis.com/x',
  'a user and password': 'https://user:secret@fcm.googleapis.com/x',
  'a host hidden behind a user': 'https://fcm.googleapis.com@127.0.0.1/x',
  'a fragment': 'https://fcm.googleapis.com/x#y',
  'an odd port': 'https://fcm.googleapis.com:8443/x',
  'the port of SSH': 'https://fcm.googleapis.com:22/x',
  'a name of this machine': 'https://localhost/x',
  'a name below localhost': 'https://push.localhost/x',
  'a name that ends in a dot': 'https://localhost./x',
  'a name without a dot': 'https://intranet/x',
  'a name of the local network': 'https://printer.local/x',
  'a name of a company network': 'https://push.corp/x',
  'the metadata service by name': 'https://metadata.google.internal/computeMetadata/v1/',
  'the router at home': 'https://router.home.arpa/x',
  loopback: 'https://127.0.0.1/x',
  'loopback, another of its addresses': 'https://127.8.9.1/x',
  'loopback, shortened': 'https://127.1/x',
  'loopback, as one number': 'https://2130706433/x',
  'loopback, octal': 'https://0177.0.0.1/x',
  'loopback, hexadecimal': 'https://0x7f.0.0.1/x',
  'loopback in full-width digits': 'https://１２７.０.０.１/x',
  'this network': 'https://0.0.0.0/x',
  'private, 10': 'https://10.0.0.5/x',
  'private, 172.16': 'https://172.16.0.1/x',
  'private, 172.31': 'https://172.31.255.255/x',
  'private, 192.168': 'https://192.168.1.1/x',
  'shared by a carrier': 'https://100.64.0.1/x',
  'metadata of a cloud within the carriers’ range': 'https://100.100.100.200/latest/meta-data/',
  'link-local': 'https://169.254.10.10/x',
  'metadata of most clouds': 'https://169.254.169.254/latest/meta-data/',
  'host of one cloud': 'https://168.63.129.16/x',
  benchmarking: 'https://198.18.0.1/x',
  'for documents': 'https://203.0.113.9/x',
  multicast: 'https://224.0.0.1/x',
  reserved: 'https://240.0.0.1/x',
  broadcast: 'https://255.255.255.255/x',
  'IPv6 loopback': 'https://[::1]/x',
  'IPv6 unspecified': 'https://[::]/x',
  'IPv6 unique local': 'https://[fd12:3456:789a::1]/x',
  'IPv6 metadata': 'https://[fd00:ec2::254]/latest/meta-data/',
  'IPv6 link-local': 'https://[fe80::1]/x',
  'IPv6 site-local': 'https://[fec0::1]/x',
  'IPv6 multicast': 'https://[ff02::1]/x',
  'IPv6 for documents': 'https://[2001:db8::1]/x',
  'IPv4 mapped into IPv6': 'https://[::ffff:127.0.0.1]/x',
  'public IPv4 mapped into IPv6': 'https://[::ffff:8.8.8.8]/x',
  'IPv4 translated (NAT64)': 'https://[64:ff9b::7f00:1]/x',
  'IPv4 wrapped (6to4)': 'https://[2002:7f00:1::]/x',
  'IPv4 wrapped (Teredo)': 'https://[2001:0:7f00:1::]/x',
} satisfies Record<string, string>

const TAKEN = [
  'https://fcm.googleapis.com/fcm/send/abc:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGu',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYA',
  'https://fcm.googleapis.com:443/fcm/send/abc',
  'https://8.8.8.8/x',
  'https://[2a00:1450:4001:82a::200a]/x',
]

describe('a push endpoint', () => {
  it.each(Object.entries(REFUSED))('is refused: %s (%s) [B-9.45]', (_, endpoint) => {
    expect(endpointFault(endpoint, false)).toMatch(/\.$/)
  })

  it.each(TAKEN)('is taken: %s', endpoint => {
    expect(endpointFault(endpoint, false)).toBeUndefined()
  })

  it('an endpoint on this machine is accepted only with the setting, and other internal addresses never', () => {
    expect(endpointFault('http://127.0.0.1:4567/push/one', true)).toBeUndefined()
    expect(endpointFault('http://127.0.0.1:4567/push/one', false)).toBeDefined()
    const still = Object.entries(REFUSED).filter(([, endpoint]) => !endpointFault(endpoint, true))
    // Other spellings of 127.0.0.1 and ::1, which the URL parser normalizes.
    expect(still.map(([, endpoint]) => new URL(endpoint).hostname)).toEqual(
      expect.arrayContaining(['127.0.0.1', '[::1]']),
    )
    expect(new Set(still.map(([, endpoint]) => new URL(endpoint).hostname)).size).toBe(2)
  })
})

describe('a name that stands for an address inside', () => {
  let server: ReturnType<typeof createServer>
  let reached = 0
  beforeAll(async () => {
    server = createServer((_, response) => {
      reached++
      response.end()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  })
  afterAll(() => new Promise<void>(done => server.close(() => done())))

  const resolve = (name: string, all: boolean) =>
    new Promise((done, fail) => publicLookup(name, { all }, (error, address) => (error ? fail(error) : done(address))))

  it.each([true, false])('a name that resolves to an internal address is refused (all addresses: %s)', async all => {
    await expect(resolve('localhost', all)).rejects.toThrow(InsideAddressError)
  })

  it('a name is checked again when connecting, so no internal address is reached [B-9.45]', async () => {
    const { address } = await new Promise<{ address: string }>((done, fail) =>
      lookup('localhost', { family: 4 }, (error, found) => (error ? fail(error) : done({ address: found }))),
    )
    expect(isPublicAddress(address)).toBe(false)
    const { Agent, get } = await import('node:http')
    const agent = new Agent({ lookup: publicLookup })
    const { port } = server.address() as AddressInfo
    const asking = new Promise((done, fail) => get({ host: 'localhost', port, agent }, done).on('error', fail))
    await expect(asking).rejects.toThrow(InsideAddressError)
    expect(reached).toBe(0)
  })

  it('the shop sends nothing to a stored name that resolves to an internal address [B-9.45]', async () => {
    const keys = () => ({ publicKey: '', privateKey: '' })
    const push = createPush({ keys, subject: 'mailto:hello@redoubt.test', localAllowed: false })
    const browser = newBrowserKeys().keys
    const message = { payload: {}, ttlSeconds: 60, urgency: 'high' } as const
    for (const endpoint of Object.values(REFUSED)) {
      expect(await push.send({ endpoint, ...browser }, message)).toMatchObject({ result: 'refused' })
    }
  })
})
