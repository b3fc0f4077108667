import { access, callerId, defineRoute, newApi, perMinute, z } from '#kernel/api/api.server.ts'
import { linkRoutes, oneClickRoutes, toPage, unsubscribeByOneClick } from '#kernel/api/link-routes.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { WishesPorts } from '../ports.ts'
import { followPrice, stopFollowing, usePriceLink } from './commands/follow-price.server.ts'
import { PriceAlertBody, PriceAlertOfLink, PriceAlerts, PriceLinkBody, PriceLinkQuery } from './contract.ts'
import { priceAlertOfLink, priceAlertsOf } from './queries.server.ts'

const WRITING = perMinute(60)
const params = z.object({ productId: z.uuid() })

const mine = defineRoute('get', '/my/price-alerts', access('user'), {
  summary: 'List the saved products for which the caller has a price alert',
  answers: PriceAlerts,
})

const follow = defineRoute('put', '/my/price-alerts/{productId}', access('user', WRITING), {
  summary: 'Create a price alert for a saved product; a repeated call changes its channel',
  params,
  body: PriceAlertBody,
  answers: PriceAlerts,
})

const stop = defineRoute('delete', '/my/price-alerts/{productId}', access('user', WRITING), {
  summary: 'Delete the price alert of a saved product; idempotent',
  params,
  answers: PriceAlerts,
})

const link = linkRoutes('/price-alerts/link', {
  noun: 'the price alert',
  summary: 'Turn off price alerts by the link in an e-mail, without a sign-in',
  query: PriceLinkQuery,
  body: PriceLinkBody,
  answers: PriceAlertOfLink,
})

const oneClick = oneClickRoutes('/price-alerts/unsubscribe', {
  summary: "Turn off all price alerts of the user by a mail program's one-click request (RFC 8058)",
  query: PriceLinkQuery,
})

/** API routes of price alerts. */
export const priceAlertsApi = (ports: WishesPorts) =>
  newApi()
    .openapi(mine, async c => c.json({ alerts: await priceAlertsOf(c.var.ctx, callerId(c)) }, 200))
    .openapi(follow, async c => {
      const userId = callerId(c)
      await followPrice(c.var.ctx, ports, { userId, ...c.req.valid('param'), ...c.req.valid('json') })
      return c.json({ alerts: await priceAlertsOf(c.var.ctx, userId) }, 200)
    })
    .openapi(stop, async c => {
      const userId = callerId(c)
      await transact(c.var.ctx, tx => stopFollowing(tx, { userId, ...c.req.valid('param') }, 'wish-list'))
      return c.json({ alerts: await priceAlertsOf(c.var.ctx, userId) }, 200)
    })
    .openapi(link.read, async c => c.json(await priceAlertOfLink(c.var.ctx, ports, c.req.valid('query').token), 200))
    .openapi(link.act, async c => {
      const { ctx } = c.var
      const body = c.req.valid('json')
      await usePriceLink(ctx, body, 'price-alert-link')
      return c.json(await priceAlertOfLink(ctx, ports, body.token), 200)
    })
    .openapi(oneClick.open, c => toPage(c, '/price-alert'))
    .openapi(oneClick.unsubscribe, c =>
      unsubscribeByOneClick(c, token => usePriceLink(c.var.ctx, { token, action: 'all-off' }, 'one-click')),
    )

export type PriceAlertsApi = ReturnType<typeof priceAlertsApi>
