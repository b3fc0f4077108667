import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import { EMAIL_CHOICE_VERSION, EMAIL_CHOICE_WORDING } from '../consents/consent-wording.ts'
import { type EmailChoices, OUTREACH_ERRORS } from '../contract.ts'
import { readRecipients } from '../queries/recipients.server.ts'
import { EMAIL_CHOICES, type EmailChoice } from '../rules.ts'
import { readUnsubscribeToken } from '../unsubscribe/unsubscribe-link.server.ts'
import { type ConsentSource, recordConsent } from './record-consent.server.ts'
import { recordKindConsent } from './record-kind-consent.server.ts'

const refuse = refusals(OUTREACH_ERRORS)

/** The names of the kinds in the API, as in the type toggles. */
export const CHOICE_NAMES = {
  giveaway_alert: 'giveawayAlerts',
  promotional_offer: 'promotionalOffers',
  cart_reminder: 'cartReminders',
} as const satisfies Record<EmailChoice, keyof EmailChoices['choices']>

type Choice = {
  token: string
  /** False: no e-mail of any kind that the user can choose. */
  emailOptIn?: boolean | undefined
  choices?: Partial<EmailChoices['choices']> | undefined
  source: 'unsubscribe-page' | 'one-click'
}

/**
 * Saves the choices made through an e-mail's link and writes them to the consent log. Choosing a kind turns e-mail on again for a user who
 * had turned all e-mail off.
 * @throws link_invalid
 */
export async function chooseEmails(ctx: Context, { token, emailOptIn, choices = {}, source }: Choice): Promise<void> {
  const link = readUnsubscribeToken(ctx, token)
  if (!link) throw refuse('link_invalid')
  const { userId } = link
  const chosen = EMAIL_CHOICES.flatMap(kind => {
    const wanted = choices[CHOICE_NAMES[kind]]
    return wanted === undefined ? [] : [{ kind, wanted }]
  })
  await transact(ctx, async tx => {
    // Locks the account, so that two concurrent clicks are recorded in the order in which they apply.
    const user = await tx.db
      .selectFrom('users as u')
      .leftJoin('notification_preference as p', 'p.user_id', 'u.id')
      .select('p.email_opt_in as isOn')
      .where('u.id', '=', userId)
      // A deleted user gets no new rows.
      .where('u.deleted_at', 'is', null)
      .forUpdate('u')
      .executeTakeFirst()
    if (!user) throw refuse('link_invalid')
    const given = emailOptIn ?? (user.isOn === false && chosen.some(({ wanted }) => wanted) ? true : undefined)
    if (given !== undefined) await recordConsent(tx, { userId, channel: 'email', given, source })
    for (const { kind, wanted } of chosen) await chooseKind(tx, { userId, kind, wanted, source })
  })
}

type KindChoice = { userId: string; kind: EmailChoice; wanted: boolean; source: ConsentSource }

/** Records a choice once; a repeated choice adds no record. */
export async function chooseKind(ctx: DataContext, { userId, kind, wanted, source }: KindChoice): Promise<void> {
  const now = ctx.now()
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('email_choice')
    .values({ user_id: userId, kind, wanted, chosen_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet({ wanted, chosen_at: now })
        .where('email_choice.wanted', '!=', wanted),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  const { label, hint } = EMAIL_CHOICE_WORDING[kind]
  const wording = { version: EMAIL_CHOICE_VERSION, text: `${label}: ${hint}` }
  await recordKindConsent(ctx, { subjectId: userId, channel: 'email', kind, given: wanted, wording, source })
}

/** The e-mail choices of the user in a link's token, without a sign-in. @throws link_invalid */
export async function readEmailChoices(ctx: Context, token: string): Promise<EmailChoices> {
  const link = readUnsubscribeToken(ctx, token)
  const person = link && (await readRecipients(ctx, [link.userId])).get(link.userId)
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
