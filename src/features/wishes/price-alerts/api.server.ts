import { access, actorOf, defineRoute, newApi, z } from '#kernel/api/api.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { MAIL_PROVIDERS, requireOneClick } from '#platform/http/one-click.server.ts'
import type { WishesPorts } from '../ports.ts'
import { followPrice, stopFollowing, usePriceLink } from './commands/follow-price.server.ts'
import { PriceAlertBody, PriceAlertOfLink, PriceAlerts, PriceLinkBody, PriceLinkQuery } from './contract.ts'
import { priceAlertOfLink, priceAlertsOf } from './queries.server.ts'

const WRITING = { points: 60, seconds: 60 }
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

const readLink = defineRoute('get', '/price-alerts/link', access('anyone', WRITING), {
  summary: 'Get the price alert behind the link in an e-mail; changes nothing',
  query: PriceLinkQuery,
  answers: PriceAlertOfLink,
})

const followLink = defineRoute('post', '/price-alerts/link', access('anyone', WRITING), {
  summary: 'Turn off price alerts by the link in an e-mail, without a sign-in',
  body: PriceLinkBody,
  answers: PriceAlertOfLink,
})

const openOneClick = defineRoute('get', '/price-alerts/unsubscribe', access('anyone', MAIL_PROVIDERS), {
  summary: 'Redirect the List-Unsubscribe address to the page with the button; changes nothing',
  query: PriceLinkQuery,
  responses: { 303: { description: 'To the page' } },
})

const oneClick = defineRoute('post', '/price-alerts/unsubscribe', access('anyone', MAIL_PROVIDERS), {
  summary: "Turn off all price alerts of the user by a mail program's one-click request (RFC 8058)",
  query: PriceLinkQuery,
  responses: { 200: { description: 'Unsubscribed' } },
})

/** API routes of price alerts. */
export const priceAlertsApi = (ports: WishesPorts) =>
  newApi()
    .openapi(mine, async c => {
      const { ctx } = c.var
      return c.json({ alerts: await priceAlertsOf(ctx, actorOf(ctx).userId) }, 200)
    })
    .openapi(follow, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      await followPrice(ctx, ports, { userId, ...c.req.valid('param'), ...c.req.valid('json') })
      return c.json({ alerts: await priceAlertsOf(ctx, userId) }, 200)
    })
    .openapi(stop, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      await transact(ctx, tx => stopFollowing(tx, { userId, ...c.req.valid('param') }, 'wish-list'))
      return c.json({ alerts: await priceAlertsOf(ctx, userId) }, 200)
    })
    .openapi(readLink, async c => c.json(await priceAlertOfLink(c.var.ctx, ports, c.req.valid('query').token), 200))
    .openapi(followLink, async c => {
      const { ctx } = c.var
      const body = c.req.valid('json')
      await usePriceLink(ctx, body, 'price-alert-link')
      return c.json(await priceAlertOfLink(ctx, ports, body.token), 200)
    })
    .openapi(openOneClick, c => c.redirect(`/price-alert?token=${encodeURIComponent(c.req.valid('query').token)}`, 303))
    .openapi(oneClick, async c => {
      await requireOneClick(c.req)
      await usePriceLink(c.var.ctx, { ...c.req.valid('query'), action: 'all-off' }, 'one-click')
      return c.text('You are unsubscribed.', 200)
    })

export type PriceAlertsApi = ReturnType<typeof priceAlertsApi>
