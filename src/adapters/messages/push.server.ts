import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import webPush from 'web-push'
import { endpointFault, InsideAddressError, isLoopbackEndpoint, publicLookup } from './push-address.server.ts'
import type { PushKeys } from './push-keys.server.ts'
import type { Push, PushMessage, PushOutcome, PushTarget } from './push-port.ts'

/** A push service that has not answered by then is taken for unreachable. */
const PATIENCE_MS = 10_000
/** Longer than this no service is waited for at once. */
const LONGEST_PAUSE_S = 3600

type Options = {
  keys: () => PushKeys
  /** Where a push service can reach whoever runs the shop: a `mailto:` or `https:` address. */
  subject: string
  /** Endpoints on this machine are taken too; for tests and demos. */
  localAllowed: boolean
}

/**
 * Web push by RFC 8030: the message encrypted for one browser (aes128gcm, RFC 8291) and signed with the shop's VAPID key. web-push
 * makes headers and body; they are sent here, where the address is checked at the moment of connecting and no redirect is followed.
 */
export function createPush({ keys, subject, localAllowed }: Options): Push {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, lookup: publicLookup })

  function prepare({ endpoint, p256dh, auth }: PushTarget, message: PushMessage) {
    return webPush.generateRequestDetails(
      { endpoint: new URL(endpoint).href, keys: { p256dh, auth } },
      JSON.stringify(message.payload),
      {
        vapidDetails: { subject, ...keys() },
        TTL: message.ttlSeconds,
        urgency: message.urgency,
        contentEncoding: 'aes128gcm',
        ...(message.topic ? { topic: message.topic } : {}),
      },
    )
  }

  function post(endpoint: string, headers: Record<string, string | number>, body: Buffer | null): Promise<Answer> {
    const isLocal = localAllowed && isLoopbackEndpoint(endpoint)
    const request = endpoint.startsWith('http:') ? requestHttp : requestHttps
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(isLocal ? {} : { agent }),
      }
      const sending = request(endpoint, options, response => {
        // What it says beside the status is of no use; reading it away sets the connection free.
        response.on('error', () => {}).resume()
        resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'] })
      })
      sending.on('error', reject).end(body)
    })
  }

  return {
    publicKey: () => keys().publicKey,
    faultOf: endpoint => endpointFault(endpoint, localAllowed),
    async send(target, message) {
      const fault = endpointFault(target.endpoint, localAllowed)
      if (fault) return { result: 'refused', reason: fault }
      const { endpoint, headers, body } = prepare(target, message)
      try {
        return outcomeOf(await post(endpoint, headers as Record<string, string | number>, body))
      } catch (error) {
        if (error instanceof InsideAddressError) return { result: 'refused', reason: error.message }
        throw error
      }
    },
  }
}

type Answer = { status: number; retryAfter: string | undefined }

/** RFC 8030 section 5 and RFC 8292 section 4.2. @throws for what may be different the next time. */
function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'taken' }
  if (status === 404 || status === 410) return { result: 'gone' }
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    if (seconds > 0) return { result: 'later', seconds: Math.min(seconds, LONGEST_PAUSE_S) }
    throw new Error(`The push service answered ${status}.`)
  }
  // 401 and 403: it was subscribed under another key. 3xx and the rest: it is no push service, or not ours to talk to.
  return { result: 'refused', reason: `The push service answered ${status}.` }
}
