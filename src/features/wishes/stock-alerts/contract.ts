import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { EMAIL_PROBLEMS, newEmailInput } from '#kernel/values/inputs/email.ts'
import { linkToken } from '#kernel/values/inputs/texts.ts'
import { badRequest, conflict, type ErrorTable } from '#platform/errors.ts'
import { MAX_ALERTS } from '../rules.ts'

export const STOCK_ALERT_ERRORS = {
  is_in_stock: conflict('This is in stock. You can order it now.'),
  push_is_off: conflict('Notifications are off. Choose e-mail, or turn them on in your notification settings.'),
  too_many_alerts: conflict(`You wait for ${MAX_ALERTS} products, which is the limit. Please cancel one first.`),
  alert_link_invalid: badRequest('This link is not complete. Please open it again from the e-mail.'),
} as const satisfies ErrorTable

/** Null asks about any variant of the product. */
const thing = { productId: z.uuid(), variantId: z.uuid().nullable().default(null) }
export type Thing = { productId: string; variantId: string | null }

export const AlertBody = strictModel('NewStockAlert', { ...thing, channel: z.enum(['email', 'push']).default('email') })
export type AlertBody = z.infer<typeof AlertBody>

export const GuestAlertBody = strictModel('GuestStockAlert', {
  ...thing,
  email: newEmailInput(EMAIL_PROBLEMS),
})
export type GuestAlertBody = z.infer<typeof GuestAlertBody>

/** The same for every address. */
export const CHECK_MAIL = 'Check your e-mail and confirm there. Until you do, nothing else is sent.'
export const AlertAsked = z.object({ success: z.literal(true), message: z.string() })

export const StockAlert = model('StockAlert', {
  id: z.string(),
  productId: z.string(),
  variantId: z.string().nullable(),
  /** With the chosen options. */
  name: z.string(),
  /** Null for a product that has left the store. */
  path: z.string().nullable(),
  channel: z.enum(['email', 'push']),
  expiresAt: z.iso.datetime(),
})
export type StockAlert = z.infer<typeof StockAlert>
export const StockAlerts = z.object({ alerts: z.array(StockAlert) })

const token = linkToken(STOCK_ALERT_ERRORS.alert_link_invalid.message)
export const AlertLinkQuery = z.strictObject({ token })
export const AlertLinkBody = strictModel('StockAlertLink', {
  token,
  action: z.enum(['confirm', 'cancel', 'cancel-all']),
})
export type AlertAction = z.infer<typeof AlertLinkBody>['action']

/** The request behind a link. `over`: sent, cancelled or expired. */
export const AlertOfLink = model('StockAlertOfLink', {
  state: z.enum(['unconfirmed', 'waiting', 'over']),
  /** Masked, because an e-mail may be forwarded together with its link. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  path: z.string().nullable(),
  /** Other open requests of the address. */
  others: z.int(),
})
export type AlertOfLink = z.infer<typeof AlertOfLink>
