import { Hono } from 'hono'
import { html } from 'hono/html'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { PLAIN_POLICY, plainPage } from './pages/plain-page.server.ts'
import type { Shop } from './services/services.server.ts'

/** Demo mode's pages under `/dev`: the outbox and the payment sandbox. Production never mounts them. */
export function devPages({ system, paymentProvider }: Shop): Hono {
  const app = new Hono()
  app.get('/dev/outbox.json', async c => {
    const messages = await listMessages(system, c.req.query('to'))
    return c.json({ messages: messages.map(({ html: _, ...message }) => message) })
  })
  app.get('/dev/outbox', async c => {
    const messages = await listMessages(system, c.req.query('to'))
    c.header('content-security-policy', PLAIN_POLICY)
    return c.html(outboxPage(system.settings.brand.name, messages))
  })
  if (paymentProvider.sandbox) app.route('/', paymentProvider.sandbox.app)
  return app
}

const outboxPage = (shop: string, messages: Awaited<ReturnType<typeof listMessages>>) =>
  plainPage(
    shop,
    'Outbox',
    html`<h1>Outbox</h1>
      <p>Every e-mail, SMS and push that would have left this shop, newest first.</p>
      ${messages.length === 0 ? html`<p>Nothing has been sent yet.</p>` : ''}
      ${messages.map(
        message => html`<article>
          <h2>${message.subject}</h2>
          <p><small>${message.channel} to ${message.to} · <time datetime="${message.createdAt}">${formatMoment(new Date(message.createdAt))}</time></small></p>
          <pre>${message.text}</pre>
          ${message.attachments.map(
            ({ name, text }) => html`<details><summary>${name}</summary><pre>${text}</pre></details>`,
          )}
        </article>`,
      )}`,
  )
