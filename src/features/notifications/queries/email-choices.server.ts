import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import { type EmailChoices, OUTREACH_ERRORS } from '../contract.ts'
import type { EmailChoice } from '../rules.ts'
import { readUnsubscribeToken } from '../unsubscribe/unsubscribe-link.server.ts'
import { recipientsOf } from './recipients.server.ts'

const refuse = refusals(OUTREACH_ERRORS)

/** The names of the kinds in the API, as in the type toggles. */
export const CHOICE_NAMES = {
  giveaway_alert: 'giveawayAlerts',
  promotional_offer: 'promotionalOffers',
  cart_reminder: 'cartReminders',
} as const satisfies Record<EmailChoice, keyof EmailChoices['choices']>

/** The e-mail choices of the user in a link's token, without a sign-in. @throws link_invalid */
export async function emailChoicesOf(ctx: Context, token: string): Promise<EmailChoices> {
  const link = readUnsubscribeToken(ctx, token)
  const person = link && (await recipientsOf(ctx, [link.userId])).get(link.userId)
  if (!person) throw refuse('link_invalid')
  const chosen = (kind: EmailChoice) => person.emailChoices[kind] ?? person.types[kind]
  return {
    email: maskedMailbox(person.email),
    from: CHOICE_NAMES[link.kind],
    emailOptIn: person.emailOptIn,
    choices: {
      giveawayAlerts: chosen('giveaway_alert'),
      promotionalOffers: chosen('promotional_offer'),
      cartReminders: chosen('cart_reminder'),
    },
  }
}
