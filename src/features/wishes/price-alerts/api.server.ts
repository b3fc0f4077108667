import { access, callerId, perMinute, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { linkRoutes, oneClickRoutes } from '#kernel/api/link-routes.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { pick } from '#platform/errors.ts'
import { WISH_ERRORS } from '../contract.ts'
import type { WishesPorts } from '../ports.ts'
import { STOCK_ALERT_ERRORS } from '../stock-alerts/contract.ts'
import { followPrice, stopFollowing, usePriceLink } from './commands/follow-price.server.ts'
import {
  PRICE_ALERT_ERRORS,
  PriceAlertBody,
  PriceAlertOfLink,
  PriceAlerts,
  PriceLinkBody,
  PriceLinkQuery,
} from './contract.ts'
import { listPriceAlerts, readPriceAlertOfLink } from './queries.server.ts'

const WRITING = perMinute(60)
const params = z.object({ productId: z.uuid() })

/** API routes of price alerts. */
export const priceAlertsApi = (ports: WishesPorts) =>
  newApi(
    defineRoute('get', '/my/price-alerts', access('user'), {
      summary: 'List the saved products for which the caller has a price alert',
      answers: PriceAlerts,
      handler: async ({ ctx }) => ({ alerts: await listPriceAlerts(ctx, callerId(ctx)) }),
    }),

    defineRoute('put', '/my/price-alerts/{productId}', access('user', WRITING), {
      summary: 'Create a price alert for a saved product; a repeated call changes its channel',
      params,
      body: PriceAlertBody,
      answers: PriceAlerts,
      refuses: [PRICE_ALERT_ERRORS, pick(STOCK_ALERT_ERRORS, 'push_is_off'), WISH_ERRORS],
      handler: async ({ ctx, params, body }) => {
        const userId = callerId(ctx)
        await followPrice(ctx, ports, { userId, ...params, ...body })
        return { alerts: await listPriceAlerts(ctx, userId) }
      },
    }),

    defineRoute('delete', '/my/price-alerts/{productId}', access('user', WRITING), {
      summary: 'Delete the price alert of a saved product; idempotent',
      params,
      answers: PriceAlerts,
      handler: async ({ ctx, params }) => {
        const userId = callerId(ctx)
        await transact(ctx, tx => stopFollowing(tx, { userId, ...params }, 'wish-list'))
        return { alerts: await listPriceAlerts(ctx, userId) }
      },
    }),

    ...linkRoutes('/price-alerts/link', {
      noun: 'the price alert',
      summary: 'Turn off price alerts by the link in an e-mail, without a sign-in',
      query: PriceLinkQuery,
      body: PriceLinkBody,
      answers: PriceAlertOfLink,
      refuses: pick(PRICE_ALERT_ERRORS, 'price_link_invalid'),
      read: ({ ctx, query }) => readPriceAlertOfLink(ctx, ports, query.token),
      act: async ({ ctx, body }) => {
        await usePriceLink(ctx, body, 'price-alert-link')
        return readPriceAlertOfLink(ctx, ports, body.token)
      },
    }),

    ...oneClickRoutes('/price-alerts/unsubscribe', {
      summary: "Turn off all price alerts of the user by a mail program's one-click request (RFC 8058)",
      query: PriceLinkQuery,
      refuses: pick(PRICE_ALERT_ERRORS, 'price_link_invalid'),
      page: '/price-alert',
      unsubscribe: ({ ctx, query: { token } }) => usePriceLink(ctx, { token, action: 'all-off' }, 'one-click'),
    }),
  )

export type PriceAlertsApi = ReturnType<typeof priceAlertsApi>
