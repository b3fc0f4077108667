import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { COSTLY, LARGE_BODIES, SMALL_BODY_BYTES } from '#platform/costly/costly-work.ts'
import { testServer } from '../../testing/test-server.ts'

const { eachAtOnce, eachWaiting } = COSTLY.bodies
const forged = (at: Date) => `t=${Math.floor(+at / 1000)},v1=${'0'.repeat(64)}`
const SIGNED = `stripe-signature: ${forged(new Date())}`
const VISITOR = '198.51.100.7'

const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token-of-the-provider', TWILIO_FROM: '+18005550100' }
const server = await testServer({ TRUSTED_PROXIES: '1', ...twilio })

type Announced = { socket: Socket; received: () => string }

const lengthOf = (bytes: number) => `content-length: ${bytes}`

/** Sends the head of a POST and no byte of the body that it announces. */
function announce(
  from: string,
  { path = '/api/webhooks/stripe', header = SIGNED, length = lengthOf(200_000) } = {},
): Announced {
  const { hostname, port, host } = new URL(server.address)
  const socket = connect({ port: Number(port), host: hostname })
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', piece => (text += piece))
  socket.on('error', () => {})
  const lines = [`POST ${path} HTTP/1.1`, `host: ${host}`, `x-forwarded-for: ${from}`, length]
  socket.write(`${[...lines, 'content-type: application/json', header].filter(Boolean).join('\r\n')}\r\n\r\n`)
  return { socket, received: () => text }
}
const counts = () => server.shop.services.costly.bodies.counts()
/** How many of these wait for their answer. */
const open = (calls: Announced[]) => calls.filter(({ received }) => received() === '').length

it('a large body waits unread for its turn, one more is refused before its first byte, and others are served [B-30.4] [B-30.8]', async () => {
  const network = '192.0.2.1'
  const calls = Array.from({ length: eachAtOnce + eachWaiting + 1 }, () => announce(network))
  await expect.poll(() => open(calls)).toBe(eachAtOnce + eachWaiting)
  expect(counts()).toEqual({ running: eachAtOnce, waiting: 1 })
  const refused = calls.find(({ received }) => received() !== '')!.received()
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused).toMatch(/\r\nretry-after: 5\r\n/i)
  await expect.poll(() => calls.find(({ received }) => received())!.received()).toContain('"overloaded"')

  const other = announce(VISITOR)
  await expect.poll(() => counts().running).toBe(eachAtOnce + 1)
  other.socket.write(Buffer.alloc(200_000, 'x'))
  await expect.poll(other.received).toMatch(/^HTTP\/1\.1 400 .*"webhook_refused"/s)
  const small = announce(network, { length: lengthOf(SMALL_BODY_BYTES) })
  small.socket.write(Buffer.alloc(SMALL_BODY_BYTES, 'x'))
  await expect.poll(small.received).toMatch(/^HTTP\/1\.1 400 .*"webhook_refused"/s)

  // Callers that leave give up their turn and their place.
  for (const { socket } of calls) socket.destroy()
  await expect.poll(counts).toEqual({ running: 0, waiting: 0 })
})

it('more large bodies of one client than its limit are refused unread, and its small ones are served [B-30.8]', async () => {
  const network = '192.0.2.4'
  // More than twice the limit, so that one is beyond it however slowly they arrive.
  const calls = Array.from({ length: 2 * LARGE_BODIES.points + 1 }, () => announce(network, { header: '' }))
  await expect.poll(() => open(calls)).toBe(0)
  const beyond = calls.filter(({ received }) => received().startsWith('HTTP/1.1 429 '))
  expect(beyond.length).toBeGreaterThan(0)
  await expect.poll(beyond[0]!.received).toContain('"LimitExceededException"')
  const small = announce(network, { header: '', length: lengthOf(SMALL_BODY_BYTES) })
  await expect.poll(small.received).toContain('"webhook_refused"')
})

it('a body of unknown length takes a turn [B-30.8]', async () => {
  const { socket } = announce('192.0.2.2', { length: 'transfer-encoding: chunked' })
  await expect.poll(() => counts().running).toBe(1)
  socket.destroy()
  await expect.poll(counts).toEqual({ running: 0, waiting: 0 })
})

it('a webhook whose header is no signature, or a stale one, is refused before its body is read, by each provider [B-30.9]', async () => {
  const doors = server.shop.services.payments.providers.map(({ id, signatureHeader }) => ({
    path: `/api/webhooks/${id}`,
    name: signatureHeader || 'x-signature',
  }))
  doors.push({ path: '/api/webhooks/sms', name: 'x-twilio-signature' })
  expect(doors.length).toBeGreaterThanOrEqual(2)
  for (const { path, name } of doors)
    for (const header of ['', `${name}: `, `${name}: t=1,v1=00`, `${name}: ${forged(new Date(0))}`]) {
      const call = announce('192.0.2.3', { path, header, length: lengthOf(1000) })
      await expect.poll(call.received).toMatch(/"(sms_)?webhook_refused"/)
      call.socket.destroy()
    }
})
