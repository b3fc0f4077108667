export type Channel = 'email' | 'sms' | 'push'

/** A text file of an e-mail. `type` is its media type. */
export type Attachment = { name: string; type: string; text: string }

/** An outgoing e-mail or SMS. */
export type OutgoingMessage = {
  id: string
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  /** For e-mails only. */
  html?: string
  attachments?: readonly Attachment[]
  /** Unsubscribe URL (RFC 8058) to which mail programs post. Only for e-mails that a recipient can unsubscribe from. */
  unsubscribeUrl?: string
}

/**
 * Hands a message to its provider.
 * @throws MessageRefused when the provider will never take the message; MessageUnanswered when the provider may have taken it;
 * any other error when a later attempt may succeed.
 */
export type DeliverMessage = (message: OutgoingMessage) => Promise<void>

/** The provider will never take this message, or there is no provider. */
export class MessageRefused extends Error {}

/** The provider did not answer after the message was sent, so delivery is unknown. */
export class MessageUnanswered extends Error {}

/** No e-mail leaves without a sender. The message waits for one as for a mail server that is away. */
export class SenderMissing extends Error {
  constructor() {
    super('The shop has no sender of e-mails: set its address under Settings, Sender.')
  }
}

/** A subscribed browser: the URL at its push service, and the keys that encrypt messages for this browser (base64url). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** The JSON payload for the service worker. */
  payload: object
  /** For how many seconds the push service keeps the message for an offline device. */
  ttlSeconds: number
  urgency: 'low' | 'normal' | 'high'
  /** A waiting message is replaced by the next one with an equal topic: at most 32 characters of base64url. */
  topic?: string
}

/**
 * The result of a push. `gone`: the endpoint no longer exists. `refused`: the endpoint will never take a message of the shop.
 * `later`: the push service asks to retry after some seconds.
 */
export type PushOutcome =
  | { result: 'taken' | 'gone' }
  | { result: 'refused'; reason: string }
  | { result: 'later'; seconds: number }

export type Push = {
  /** The VAPID public key that browsers subscribe with. */
  publicKey: () => string
  /** Returns a message when the shop must not send to this endpoint, else undefined. */
  faultOf: (endpoint: string) => string | undefined
  /** @throws when the push service is unreachable or failed; the calling job retries. */
  send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>
}
