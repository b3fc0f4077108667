export type Channel = 'email' | 'sms' | 'push'

/** An e-mail or SMS that is to leave the shop; a push goes by `push-port.ts`. */
export type OutgoingMessage = {
  id: string
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  /** For e-mails only. */
  html?: string
  /** Of an e-mail that one may unsubscribe from: what mail programs post to (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * Hands a message to its provider.
 * @throws MessageRefused when it will never be taken; MessageUnanswered when it may have been taken; anything else when it may be
 *   taken later.
 */
export type DeliverMessage = (message: OutgoingMessage) => Promise<void>

/** The provider will not take this message however often it is tried, or there is no provider. */
export class MessageRefused extends Error {}

/** The message was on its way to the provider, and no answer came: whether it was taken is not known. */
export class MessageUnanswered extends Error {}
