export type Channel = 'email' | 'sms' | 'push'

/** A message that is to leave the shop; `html` for e-mails only. */
export type OutgoingMessage = { id: string; channel: Channel; to: string; subject: string; text: string; html?: string }

/**
 * Hands a message to its provider.
 * @throws when the provider did not take it; the job that called tries again later.
 */
export type DeliverMessage = (message: OutgoingMessage) => Promise<void>
