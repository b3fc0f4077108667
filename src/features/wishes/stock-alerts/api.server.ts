import { access, byId, callerId, defineRoute, newApi, perMinute } from '#kernel/api/api.server.ts'
import { linkRoutes, oneClickRoutes, toPage, unsubscribeByOneClick } from '#kernel/api/link-routes.server.ts'
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

const WRITING = perMinute(60)

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
  params: byId,
  answers: StockAlerts,
})

const askAsGuest = defineRoute('post', '/stock-alerts', access('anyone', perMinute(20)), {
  summary:
    'Create a stock alert by e-mail without an account; a link in an e-mail confirms it; the response is equal for every address',
  body: GuestAlertBody,
  answers: AlertAsked,
})

const link = linkRoutes('/stock-alerts/link', {
  noun: 'the stock alert',
  summary: 'Confirm or cancel a stock alert by the link in an e-mail, without a sign-in',
  query: AlertLinkQuery,
  body: AlertLinkBody,
  answers: AlertOfLink,
})

const oneClick = oneClickRoutes('/stock-alerts/unsubscribe', {
  summary: "Cancel all open stock alerts of the address by a mail program's one-click request (RFC 8058)",
  query: AlertLinkQuery,
})

/** API routes of requests to be told when a sold-out thing is back. */
export const stockAlertsApi = (ports: WishesPorts) =>
  newApi()
    .openapi(mine, async c => c.json({ alerts: await alertsOf(c.var.ctx, ports, callerId(c)) }, 200))
    .openapi(ask, async c => {
      const userId = callerId(c)
      await askAlert(c.var.ctx, ports, { userId, ...c.req.valid('json') })
      return c.json({ alerts: await alertsOf(c.var.ctx, ports, userId) }, 200)
    })
    .openapi(cancel, async c => {
      const userId = callerId(c)
      await cancelAlert(c.var.ctx, { userId, ...c.req.valid('param') })
      return c.json({ alerts: await alertsOf(c.var.ctx, ports, userId) }, 200)
    })
    .openapi(askAsGuest, async c => {
      await askAlertAsGuest(c.var.ctx, ports, c.req.valid('json'))
      return c.json({ success: true as const, message: CHECK_MAIL }, 200)
    })
    .openapi(link.read, async c => c.json(await alertOfLink(c.var.ctx, ports, c.req.valid('query').token), 200))
    .openapi(link.act, async c => {
      const { ctx } = c.var
      const body = c.req.valid('json')
      await useAlertLink(ctx, body)
      return c.json(await alertOfLink(ctx, ports, body.token), 200)
    })
    .openapi(oneClick.open, c => toPage(c, '/back-in-stock'))
    .openapi(oneClick.unsubscribe, c =>
      unsubscribeByOneClick(c, token => useAlertLink(c.var.ctx, { token, action: 'cancel-all' }, 'one-click')),
    )

export type StockAlertsApi = ReturnType<typeof stockAlertsApi>
