import { access, actorOf, defineRoute, newApi, z } from '#kernel/api/api.server.ts'
import { MAIL_PROVIDERS, requireOneClick } from '#platform/http/one-click.server.ts'
import type { WishesPorts } from '../ports.ts'
import { askAlert, askAlertAsGuest } from './commands/ask-alert.server.ts'
import { cancelAlert, useAlertLink } from './commands/end-alert.server.ts'
import {
  AlertAsked,
  AlertBody,
  AlertLinkBody,
  AlertLinkQuery,
  AlertOfLink,
  CHECK_MAIL,
  GuestAlertBody,
  StockAlerts,
} from './contract.ts'
import { alertOfLink, alertsOf } from './queries.server.ts'

const WRITING = { points: 60, seconds: 60 }

const mine = defineRoute('get', '/my/stock-alerts', access('user'), {
  summary: "List the caller's stock alerts for sold-out products and variants",
  answers: StockAlerts,
})

const ask = defineRoute('put', '/my/stock-alerts', access('user', WRITING), {
  summary: 'Create a stock alert, sent once, for a sold-out product or variant; a repeated call renews it',
  body: AlertBody,
  answers: StockAlerts,
})

const cancel = defineRoute('delete', '/my/stock-alerts/{id}', access('user', WRITING), {
  summary: 'Cancel a stock alert',
  params: z.object({ id: z.uuid() }),
  answers: StockAlerts,
})

const askAsGuest = defineRoute('post', '/stock-alerts', access('anyone', { points: 20, seconds: 60 }), {
  summary:
    'Create a stock alert by e-mail without an account; a link in an e-mail confirms it; the response is equal for every address',
  body: GuestAlertBody,
  answers: AlertAsked,
})

const readLink = defineRoute('get', '/stock-alerts/link', access('anyone', WRITING), {
  summary: 'Get the stock alert behind the link in an e-mail; changes nothing',
  query: AlertLinkQuery,
  answers: AlertOfLink,
})

const followLink = defineRoute('post', '/stock-alerts/link', access('anyone', WRITING), {
  summary: 'Confirm or cancel a stock alert by the link in an e-mail, without a sign-in',
  body: AlertLinkBody,
  answers: AlertOfLink,
})

const openOneClick = defineRoute('get', '/stock-alerts/unsubscribe', access('anyone', MAIL_PROVIDERS), {
  summary: 'Redirect the List-Unsubscribe address to the page with the button; changes nothing',
  query: AlertLinkQuery,
  responses: { 303: { description: 'To the page' } },
})

const oneClick = defineRoute('post', '/stock-alerts/unsubscribe', access('anyone', MAIL_PROVIDERS), {
  summary: "Cancel all open stock alerts of the address by a mail program's one-click request (RFC 8058)",
  query: AlertLinkQuery,
  responses: { 200: { description: 'Unsubscribed' } },
})

/** API routes of requests to be told when a sold-out thing is back. */
export const stockAlertsApi = (ports: WishesPorts) =>
  newApi()
    .openapi(mine, async c => {
      const { ctx } = c.var
      return c.json({ alerts: await alertsOf(ctx, ports, actorOf(ctx).userId) }, 200)
    })
    .openapi(ask, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      await askAlert(ctx, ports, { userId, ...c.req.valid('json') })
      return c.json({ alerts: await alertsOf(ctx, ports, userId) }, 200)
    })
    .openapi(cancel, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      await cancelAlert(ctx, { userId, ...c.req.valid('param') })
      return c.json({ alerts: await alertsOf(ctx, ports, userId) }, 200)
    })
    .openapi(askAsGuest, async c => {
      await askAlertAsGuest(c.var.ctx, ports, c.req.valid('json'))
      return c.json({ success: true as const, message: CHECK_MAIL }, 200)
    })
    .openapi(readLink, async c => c.json(await alertOfLink(c.var.ctx, ports, c.req.valid('query').token), 200))
    .openapi(followLink, async c => {
      const { ctx } = c.var
      const body = c.req.valid('json')
      await useAlertLink(ctx, body)
      return c.json(await alertOfLink(ctx, ports, body.token), 200)
    })
    .openapi(openOneClick, c =>
      c.redirect(`/back-in-stock?token=${encodeURIComponent(c.req.valid('query').token)}`, 303),
    )
    .openapi(oneClick, async c => {
      await requireOneClick(c.req)
      await useAlertLink(c.var.ctx, { ...c.req.valid('query'), action: 'cancel-all' }, 'one-click')
      return c.text('You are unsubscribed.', 200)
    })

export type StockAlertsApi = ReturnType<typeof stockAlertsApi>
