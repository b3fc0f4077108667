import { access, callerId, perMinute } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { linkRoutes, oneClickRoutes } from '#kernel/api/link-routes.server.ts'
import { pick } from '#platform/errors.ts'
import { WISH_ERRORS } from '../contract.ts'
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
  STOCK_ALERT_ERRORS,
  StockAlerts,
} from './contract.ts'
import { listAlerts, readAlertOfLink } from './queries.server.ts'

const WRITING = perMinute(60)

/** API routes of requests to be told when a sold-out thing is back. */
export const stockAlertsApi = (ports: WishesPorts) =>
  newApi(
    defineRoute('get', '/my/stock-alerts', access('user'), {
      summary: "List the caller's stock alerts for sold-out products and variants",
      answers: StockAlerts,
      handler: async ({ ctx }) => ({ alerts: await listAlerts(ctx, ports, callerId(ctx)) }),
    }),

    defineRoute('put', '/my/stock-alerts', access('user', WRITING), {
      summary: 'Create a stock alert, sent once, for a sold-out product or variant; a repeated call renews it',
      body: AlertBody,
      answers: StockAlerts,
      refuses: [STOCK_ALERT_ERRORS, WISH_ERRORS],
      handler: async ({ ctx, body }) => {
        const userId = callerId(ctx)
        await askAlert(ctx, ports, { userId, ...body })
        return { alerts: await listAlerts(ctx, ports, userId) }
      },
    }),

    defineRoute('delete', '/my/stock-alerts/{id}', access('user', WRITING), {
      summary: 'Cancel a stock alert',
      params: byId,
      answers: StockAlerts,
      handler: async ({ ctx, params }) => {
        const userId = callerId(ctx)
        await cancelAlert(ctx, { userId, ...params })
        return { alerts: await listAlerts(ctx, ports, userId) }
      },
    }),

    defineRoute('post', '/stock-alerts', access('anyone', perMinute(20)), {
      summary:
        'Create a stock alert by e-mail without an account; a link in an e-mail confirms it; the response is equal for every address',
      body: GuestAlertBody,
      answers: AlertAsked,
      refuses: [pick(STOCK_ALERT_ERRORS, 'is_in_stock'), WISH_ERRORS],
      handler: async ({ ctx, body }) => {
        await askAlertAsGuest(ctx, ports, body)
        return { success: true as const, message: CHECK_MAIL }
      },
    }),

    ...linkRoutes('/stock-alerts/link', {
      noun: 'the stock alert',
      summary: 'Confirm or cancel a stock alert by the link in an e-mail, without a sign-in',
      query: AlertLinkQuery,
      body: AlertLinkBody,
      answers: AlertOfLink,
      refuses: pick(STOCK_ALERT_ERRORS, 'alert_link_invalid'),
      read: ({ ctx, query }) => readAlertOfLink(ctx, ports, query.token),
      act: async ({ ctx, body }) => {
        await useAlertLink(ctx, body)
        return readAlertOfLink(ctx, ports, body.token)
      },
    }),

    ...oneClickRoutes('/stock-alerts/unsubscribe', {
      summary: "Cancel all open stock alerts of the address by a mail program's one-click request (RFC 8058)",
      query: AlertLinkQuery,
      refuses: pick(STOCK_ALERT_ERRORS, 'alert_link_invalid'),
      page: '/back-in-stock',
      unsubscribe: ({ ctx, query: { token } }) => useAlertLink(ctx, { token, action: 'cancel-all' }, 'one-click'),
    }),
  )

export type StockAlertsApi = ReturnType<typeof stockAlertsApi>
