import nodemailer from 'nodemailer'
import { type DeliverMessage, MessageRefused } from './port.ts'

/** A mail server that has not answered by then is taken for unreachable. */
const PATIENCE_MS = 20_000
/** Connections to it; further mails wait for one of them. */
const AT_ONCE = 20

/** E-mail by SMTP, over a few connections that are kept. @param url of the mail server, `smtp://` or `smtps://`. */
export function createSmtp(url: string, from: string): DeliverMessage {
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  const transport = nodemailer.createTransport({ url, pool: true, maxConnections: AT_ONCE, ...patience })
  return async ({ id, to, subject, text, html, unsubscribeUrl }) => {
    const mail = {
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(html ? { html } : {}),
      ...(unsubscribeUrl ? { headers: oneClick(unsubscribeUrl) } : {}),
      // The id makes a mail that is sent twice after a crash recognisable as one.
      messageId: `<${id}@redoubt>`,
    }
    await transport.sendMail(mail).catch((error: Error & { responseCode?: number }) => {
      // RFC 5321: 5xx is for good, such as an address that does not exist.
      if (error.responseCode && error.responseCode >= 500) throw new MessageRefused(error.message)
      throw error
    })
  }
}

/** RFC 8058: both headers, so that mail programs offer one click. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
