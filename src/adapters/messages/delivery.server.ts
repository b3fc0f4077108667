import nodemailer from 'nodemailer'
import type { Env } from '#platform/env.ts'
import type { DeliverMessage } from './port.ts'

/** E-mail by SMTP when it is configured. Without, as in demo mode, a message stays in the outbox and that is its delivery. */
export function createDelivery(env: Env): DeliverMessage {
  if (!env.SMTP_URL) return async () => {}
  const transport = nodemailer.createTransport(env.SMTP_URL)
  return async message => {
    if (message.channel !== 'email') throw new Error(`No provider is configured for ${message.channel}.`)
    const { to, subject, text, html } = message
    // The id makes a mail that is sent twice after a crash recognisable as one.
    await transport.sendMail({
      from: env.MAIL_FROM,
      to,
      subject,
      text,
      ...(html ? { html } : {}),
      messageId: `<${message.id}@redoubt>`,
    })
  }
}
