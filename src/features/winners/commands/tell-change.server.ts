import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { isSmsStopped, readRecipients } from '#features/notifications/queries/recipients.server.ts'
import { smsBody } from '#features/notifications/sms/sms-text.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { FORGOTTEN_EMAIL } from '#kernel/personal-data.ts'
import { plainPlace } from '#kernel/shipping/place-in-words.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { PrizeAddress } from '../contract.ts'
import { answerLink } from '../emails/answer-link.server.ts'
import { prizeChangedEmail } from '../emails/emails.server.ts'
import type { Won } from '../queries/winners.server.ts'

/** Where a winner is reached: addresses of the account, the entry and the sender of the card, and the account's phone and browsers. */
export type Contacts = { emails: string[]; phones: string[]; endpoints: string[] }

/** All known contacts of a winner. A deleted account and an erased sender have none. */
export async function readContacts(ctx: DataContext, { row, prize }: Won): Promise<Contacts> {
  const userIds = [...new Set([row.user_id, prize.userId].flatMap(id => id ?? []))]
  const people = [...(await readRecipients(ctx, userIds)).values()]
  const { rows } = await sql<{ email: string }>`
    select e.mail_email as email from giveaway_entry e where e.id = ${row.id} and e.mail_email is not null
    union select s.email from giveaway_entry e join mail_sender s on s.id = e.mail_sender_id
      where e.id = ${row.id} and s.email is not null`.execute(ctx.db)
  const emails = [...people, ...rows].map(({ email }) => email.toLowerCase()).filter(email => email !== FORGOTTEN_EMAIL)
  return {
    emails: [...new Set(emails)],
    phones: [...new Set(people.flatMap(({ phone }) => phone ?? []))],
    endpoints: people.flatMap(({ pushOptIn, endpoints }) => (pushOptIn ? endpoints : [])),
  }
}

export const together = (one: Contacts, other: Contacts): Contacts => ({
  emails: [...new Set([...one.emails, ...other.emails])],
  phones: [...new Set([...one.phones, ...other.phones])],
  endpoints: [...new Set([...one.endpoints, ...other.endpoints])],
})

export type Change = {
  /** The changes, one sentence each. */
  sentences: readonly string[]
  contacts: Contacts
  /** Where the prize goes after the change; null without an address, and for a prize that left the winner. */
  shipTo: PrizeAddress | null
  /** The step sent its own e-mail to the winner's mailbox. */
  hasEmail?: boolean | undefined
  /** The account that owns the messages: the winner's, unless the prize moved to another one. */
  userId?: string | null
  /** The account is gone: no message with the key of the prize, and none in its history. */
  isFarewell?: boolean | undefined
}

/**
 * Tells a winner of a change of the prize at every known contact, in the caller's transaction. Owed: no preference refuses it, only a phone
 * that said STOP. The link with the key goes to the winner's mailbox alone, because a former contact may belong to another person.
 */
export async function tellChange(tx: TransactionContext, { row, prize }: Won, change: Change): Promise<void> {
  const { sentences, contacts, shipTo, userId = row.user_id } = change
  const own = change.isFarewell ? '' : prize.email.toLowerCase()
  const place = shipTo && placeOf(shipTo)
  const told = { prize, sentences, place, by: actorInWords(tx) }
  const owner = userId ? { userId } : {}
  for (const to of contacts.emails.filter(email => email !== own))
    await sendEmail(tx, { to, ...owner }, prizeChangedEmail(tx, { ...told, link: null }))
  if (contacts.emails.includes(own) && !change.hasEmail) {
    const email = prizeChangedEmail(tx, { ...told, link: answerLink(tx, row.id) })
    const messageId = await sendEmail(tx, { to: own, ...owner }, email)
    await noteEmail(tx, row.id, { messageId, subject: email.subject })
  }
  const words = place ? `It goes to ${plainPlace(place)}.` : sentences[0]!
  for (const to of contacts.phones) {
    if (await isSmsStopped(tx, to)) continue
    const text = smsBody(
      tx.settings.brand.shortName,
      `Your prize changed. ${words} Not you? Please write to us at once.`,
    )
    await sendMessage(tx, { channel: 'sms', to, subject: 'SMS', text, ...owner })
  }
  const data = { type: 'giveaway', giveawayId: prize.giveawayId } as const
  for (const to of contacts.endpoints)
    await sendMessage(tx, { channel: 'push', to, subject: 'Your prize changed', text: words, data, ...owner })
}

const noteEmail = (
  tx: TransactionContext,
  winnerId: string,
  { messageId, subject }: { messageId: string; subject: string },
) =>
  tx.db
    .insertInto('winner_message')
    .values({
      id: newId(),
      winner_id: winnerId,
      message_id: messageId,
      at: tx.now(),
      kind: 'change',
      subject: subject.slice(0, 200),
      sent_by: tx.actor?.role ? tx.actor.userId : null,
    })
    .execute()

/**
 * City, state and ZIP: the winner recognises the address, and a stranger cannot find it. A city that mail programs would show as a link
 * is left out, because a stranger with the link can type it.
 */
export function placeOf(shipTo: unknown): string {
  const { city, state, postalCode } = shipTo as PrizeAddress
  const isLink = /[\p{L}\p{N}][^\p{L}\p{N}\s'’-]+[\p{L}\p{N}]|[/:@]/u.test(city)
  return [isLink ? '' : city, `${state} ${postalCode}`].filter(Boolean).join(', ')
}

function actorInWords({ actor }: DataContext): string {
  if (actor?.role) return 'Our staff did this.'
  return actor ? 'It was done in your account.' : 'It was done by the link of your prize, or by the rules.'
}
