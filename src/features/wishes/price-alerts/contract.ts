import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { linkToken } from '#kernel/values/inputs/texts.ts'
import { badRequest, conflict, type ErrorTable, notFound } from '#platform/errors.ts'

export const PRICE_ALERT_ERRORS = {
  not_on_list: notFound('This product is not on your wish list.'),
  email_is_off: conflict('E-mails are off. Turn them on in your notification settings, or choose notifications.'),
  price_link_invalid: badRequest('This link is not complete. Please open it again from the e-mail.'),
} as const satisfies ErrorTable

export const PriceAlertBody = strictModel('NewPriceAlert', { channel: z.enum(['email', 'push']).default('email') })
export type PriceAlertBody = z.infer<typeof PriceAlertBody>

export const PriceAlerts = model('PriceAlerts', {
  alerts: z.array(z.object({ productId: z.string(), channel: z.enum(['email', 'push']) })),
})
export type PriceAlert = z.infer<typeof PriceAlerts>['alerts'][number]

const token = linkToken(PRICE_ALERT_ERRORS.price_link_invalid.message)
export const PriceLinkQuery = z.strictObject({ token })
export const PriceLinkBody = strictModel('PriceAlertLink', { token, action: z.enum(['off', 'all-off']) })
export type PriceAction = z.infer<typeof PriceLinkBody>['action']

/** The price alert behind a link. */
export const PriceAlertOfLink = model('PriceAlertOfLink', {
  isOn: z.boolean(),
  /** Masked, because an e-mail may be forwarded together with its link. */
  email: z.string(),
  name: z.string(),
  /** Null for a product that has left the store. */
  path: z.string().nullable(),
  /** Other saved products whose price is followed. */
  others: z.int(),
})
export type PriceAlertOfLink = z.infer<typeof PriceAlertOfLink>
