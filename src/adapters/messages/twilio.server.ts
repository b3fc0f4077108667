import { createHmac, timingSafeEqual } from 'node:crypto'
import { type DeliverMessage, MessageRefused, MessageUnanswered } from '#kernel/ports/messages.ts'

/** Twilio usually answers within a second. A longer wait counts as an outage. */
const PATIENCE_MS = 15_000
/** Errors of a connection that was never established, so no data was sent. */
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

export type TwilioAccount = {
  accountSid: string
  authToken: string
  /** A phone number in +1 form, or the id of a messaging service (`MG…`). */
  from: string
  /** `https://api.twilio.com`, or one of its regions. */
  apiUrl: string
}

/**
 * SMS by Twilio with plain fetch: one form call does not justify the official package, which brings Twilio's whole API.
 * The call has no idempotency key; see docs/decisions/0013-outreach.md.
 */
export function createTwilio({ accountSid, authToken, from, apiUrl }: TwilioAccount): DeliverMessage {
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return async ({ to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
    }).catch(error => {
      throw NOT_REACHED.includes(error.cause?.code)
        ? error
        : new MessageUnanswered('Twilio did not answer', { cause: error })
    })
    if (response.ok) return
    const answer = (await response.text()).slice(0, 300)
    const sentence = `Twilio answered ${response.status}: ${answer}`
    // Retried: 401, 402, 403 (wrong key or empty account, fixed by the shop), 408, 429 and outages. All other statuses concern this
    // message, for example an unknown number or a recipient who replied STOP.
    if ([401, 402, 403, 408, 429].includes(response.status) || response.status >= 500) throw new Error(sentence)
    throw new MessageRefused(sentence)
  }
}

/**
 * True when Twilio signed a posted form: HMAC-SHA1 over the URL as Twilio knows it, and the fields in alphabetical order (Twilio,
 * "Validating signatures").
 * @param signature the header `X-Twilio-Signature`.
 */
export function isSignedByTwilio(
  authToken: string,
  { url, fields, signature }: { url: string; fields: Record<string, string>; signature: string },
): boolean {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], url)
  const expected = createHmac('sha1', authToken).update(signed, 'utf8').digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
