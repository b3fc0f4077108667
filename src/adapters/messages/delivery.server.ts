import type { Sender } from '#kernel/ports/mail.ts'
import { type DeliverMessage, MessageRefused } from '#kernel/ports/messages.ts'
import type { Env } from '#platform/env.ts'
import { createSmtp } from './smtp.server.ts'
import { createTwilio } from './twilio.server.ts'

const MISSING = {
  email: 'SMTP_URL is missing: e-mails cannot be sent.',
  sms: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are missing: SMS cannot be sent.',
}

/**
 * Sends e-mail by SMTP and SMS by Twilio, where configured. Without a provider, demo mode keeps the message in the outbox and counts it as
 * delivered. Production refuses the message, and the reason names the missing setting.
 */
export function createDelivery(env: Env, senderNow: () => Sender | undefined): DeliverMessage {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env
  const providers = {
    email: env.SMTP_URL ? createSmtp(env.SMTP_URL, senderNow) : undefined,
    sms:
      accountSid && authToken && from
        ? createTwilio({ accountSid, authToken, from, apiUrl: env.TWILIO_API_URL })
        : undefined,
  }
  return async message => {
    const send = providers[message.channel]
    if (send) await send(message)
    else if (env.MODE === 'production') throw new MessageRefused(MISSING[message.channel])
  }
}
