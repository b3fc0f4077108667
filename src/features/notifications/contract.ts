import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { linkToken } from '#kernel/values/inputs/texts.ts'
import { badRequest, type ErrorTable, forbidden } from '#platform/errors.ts'

export const OUTREACH_ERRORS = {
  link_invalid: badRequest(
    'This link is not complete. Please open it again from the e-mail, or change your settings in your account.',
  ),
  sms_webhook_refused: forbidden('This was not signed by our SMS provider.'),
} as const satisfies ErrorTable

/** A token of an unsubscribe link. */
const token = linkToken(OUTREACH_ERRORS.link_invalid.message)
export const TokenQuery = z.object({ token })

const choices = {
  giveawayAlerts: z.boolean(),
  promotionalOffers: z.boolean(),
  cartReminders: z.boolean(),
}

/** A missing field stays unchanged. */
export const EmailChoicesBody = strictModel('EmailChoicesChange', {
  token,
  /** False: no e-mail of any of these kinds; true: the chosen kinds. */
  emailOptIn: z.boolean().optional(),
  choices: z.strictObject(choices).partial().optional(),
})

export const EmailChoices = model('EmailChoices', {
  /** Masked, because an e-mail may be forwarded together with its link. */
  email: z.string(),
  /** The kind of e-mail that contained the link. */
  from: z.enum(['giveawayAlerts', 'promotionalOffers', 'cartReminders']),
  emailOptIn: z.boolean(),
  choices: z.object(choices),
})
export type EmailChoices = z.infer<typeof EmailChoices>
