import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload } from '../../queries/click.ts'

/** A request to the push service, decrypted as the browser would. */
export type TakenPush = {
  path: string
  ttl: number
  urgency: string
  topic: string | undefined
  /** Claims of the VAPID token, whose signature was verified. */
  claims: { aud: string; exp: number; sub: string }
  /** The shop's public key from the token. */
  signedBy: string
  payload: PushPayload
}

/** `silent`: the service takes the request and never answers. */
type Answer = { status: number | 'silent'; headers?: Record<string, string> }

/** The key pair and the secret that a browser creates for one subscription. */
export function newBrowserKeys() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const auth = randomBytes(16)
  return { curve, auth, keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') } }
}
export type BrowserKeys = ReturnType<typeof newBrowserKeys>

/**
 * A push service on this machine with one browser. It takes the request, verifies its signature (RFC 8292) and decrypts the message with
 * the browser's keys (RFC 8188 and 8291). It does not use web-push, so the tests check the shop against the standards and not against
 * itself.
 */
export async function openPushService(browser: BrowserKeys = newBrowserKeys()) {
  const taken: TakenPush[] = []
  const answers: Answer[] = []
  let asked = 0
  let failure: unknown
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      asked++
      const { status, headers = {} } = answers.shift() ?? { status: 201 }
      try {
        if (status === 201) taken.push(open(request.url!, request.headers, Buffer.concat(parts), browser))
      } catch (error) {
        failure = error
      }
      if (status !== 'silent') response.writeHead(failure ? 400 : status, headers).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** A subscription as the browser sends it to the shop. @param name tells several browsers apart; they share their keys. */
    subscription: (name = 'one') => ({ endpoint: `${origin}/push/${name}`, keys: browser.keys }),
    /** The accepted pushes in order. @throws the fault of a bad request. */
    taken(): TakenPush[] {
      if (failure) throw failure
      return taken
    },
    /** The number of requests, accepted or not. */
    asked: () => asked,
    /** Sets the answers to the next requests, which are not accepted. */
    answerNext: (...next: Answer[]) => answers.push(...next),
    /** Closes the connections of clients that still wait for an answer. */
    hangUp: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections()
      return new Promise<void>(done => server.close(() => done()))
    },
  }
}

function open(path: string, headers: IncomingHttpHeaders, body: Buffer, browser: BrowserKeys): TakenPush {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error(`Encoded as ${headers['content-encoding']}`)
  return {
    path,
    ttl: Number(headers.ttl),
    urgency: String(headers.urgency),
    topic: headers.topic as string | undefined,
    ...verifyVapid(String(headers.authorization)),
    payload: JSON.parse(decrypt(body, browser).toString()),
  }
}

/** @throws when the token is not signed by the key it names. */
function verifyVapid(authorization: string): Pick<TakenPush, 'claims' | 'signedBy'> {
  const [, token, signedBy] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization)!
  const [head, claims, signature] = token!.split('.')
  const point = Buffer.from(signedBy!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } })
  const signed = Buffer.from(`${head}.${claims}`)
  const isTrue = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'))
  if (!isTrue) throw new Error('The VAPID token is not signed by its key.')
  return { signedBy: signedBy!, claims: JSON.parse(Buffer.from(claims!, 'base64url').toString()) }
}

/** Opens a message of one record; its header holds salt (16), record size (4), length of the key (1) and the sender's key. */
function decrypt(body: Buffer, { curve, auth }: BrowserKeys): Buffer {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body[20]!
  const sender = body.subarray(21, keyEnd)
  const derive = (secret: Buffer, with_: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const secret = derive(curve.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  // The last record ends in a 2, after which there may be zeros.
  return padded.subarray(0, padded.lastIndexOf(2))
}
