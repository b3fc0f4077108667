export type Channel = 'email' | 'sms' | 'push'

/** An outgoing e-mail or SMS. Web push uses `push-port.ts`. */
export type OutgoingMessage = {
  id: string
  channel: 'email' | 'sms'
  to: string
  subject: string
  text: string
  /** For e-mails only. */
  html?: string
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
