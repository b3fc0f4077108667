import nodemailer from 'nodemailer'
import { type DeliverMessage, MessageRefused } from './port.ts'

/** A mail server that has not answered by then is taken for unreachable. */
const PATIENCE_MS = 20_000
/** Connections to it; further mails wait for one of them. */
const AT_ONCE = 20

/** A mail server on this machine is reached without a network, so its connection needs no TLS. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * E-mail by SMTP, over a few connections that are kept. `smtps://` speaks TLS from the start; `smtp://` changes to it by STARTTLS, and
 * a server elsewhere that offers none is refused, because the letters carry codes.
 * @param url of the mail server.
 */
export function createSmtp(url: string, from: string): DeliverMessage {
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  const requireTLS = !LOOPBACK.test(new URL(url).hostname)
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: AT_ONCE,
    requireTLS,
    // A letter is made of text alone: nodemailer reads no file and fetches no address for it.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...patience,
  })
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
