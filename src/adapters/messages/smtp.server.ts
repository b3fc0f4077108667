import type { Sender } from '#kernel/ports/mail.ts'
import { type DeliverMessage, MessageRefused, SenderMissing } from '#kernel/ports/messages.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'

/** Timeout after which a mail server counts as unreachable. */
const PATIENCE_MS = 20_000
/** Maximum concurrent connections; further e-mails wait for a free connection. */
const AT_ONCE = 20

/** A mail server on this machine is reached without a network, so the connection needs no TLS. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * E-mail by SMTP over a pool of connections. `smtps://` uses TLS from the start; `smtp://` upgrades by STARTTLS.
 * A remote server without STARTTLS is refused, because e-mails carry sign-in codes.
 * @param url of the mail server.
 * @param senderNow is asked for each e-mail, because a change of the settings holds at once.
 */
export function createSmtp(url: string, senderNow: () => Sender | undefined): DeliverMessage {
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  const requireTLS = !LOOPBACK.test(new URL(url).hostname)
  // The library is loaded with the first e-mail.
  const transportOf = atFirstCall(async () =>
    (await import('nodemailer')).default.createTransport({
      url,
      pool: true,
      maxConnections: AT_ONCE,
      requireTLS,
      // nodemailer builds e-mails from given text only: it reads no file and fetches no URL.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...patience,
    }),
  )
  return async ({ id, to, subject, text, html, attachments, unsubscribeUrl }) => {
    const from = senderNow()
    if (!from) throw new SenderMissing()
    const mail = {
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(html ? { html } : {}),
      ...(attachments
        ? {
            attachments: attachments.map(({ name, type, text }) => ({
              filename: name,
              contentType: type,
              content: text,
            })),
          }
        : {}),
      ...(unsubscribeUrl ? { headers: oneClick(unsubscribeUrl) } : {}),
      // A fixed message id identifies an e-mail that is sent twice after a crash.
      messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    }
    const transport = await transportOf()
    await transport.sendMail(mail).catch((error: Error & { responseCode?: number }) => {
      // RFC 5321: 5xx is permanent, for example an address that does not exist.
      if (error.responseCode && error.responseCode >= 500) throw new MessageRefused(error.message)
      throw error
    })
  }
}

/** RFC 8058: both headers, so that mail programs offer one-click unsubscribe. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
