import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { Push, PushMessage, PushOutcome, PushTarget } from '#kernel/ports/messages.ts'
import { endpointFault, InsideAddressError, isLoopbackEndpoint, publicLookup } from './push-address.server.ts'
import type { PushKeys } from './push-keys.server.ts'

/** Timeout after which a push service counts as unreachable. */
const PATIENCE_MS = 10_000
/** Upper limit in seconds for the retry delay that a push service asks for. */
const LONGEST_PAUSE_S = 3600

type Options = {
  keys: () => PushKeys
  /** Contact of the shop's operator for push services: a `mailto:` or `https:` URL. */
  subject: string
  /** Also allows endpoints on this machine, for tests and demos. */
  localAllowed: boolean
}

/**
 * Web push by RFC 8030: encrypts the message for one browser (aes128gcm, RFC 8291) and signs with the shop's VAPID key.
 * web-push builds headers and body. This module sends the request, so that the address is checked at connection time and redirects are not
 * followed.
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
        // The response body is not used. Reading the body to its end frees the connection.
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

/** Maps the status by RFC 8030 section 5 and RFC 8292 section 4.2. @throws for statuses that may change on retry. */
function outcomeOf({ status, retryAfter }: Answer): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'taken' }
  if (status === 404 || status === 410) return { result: 'gone' }
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter)
    if (seconds > 0) return { result: 'later', seconds: Math.min(seconds, LONGEST_PAUSE_S) }
    throw new Error(`The push service answered ${status}.`)
  }
  // 401 and 403: the subscription was made under another key. 3xx and others: not a usable push service.
  return { result: 'refused', reason: `The push service answered ${status}.` }
}
