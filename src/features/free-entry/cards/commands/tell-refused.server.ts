import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { cardRefusedEmail } from '../emails.server.ts'
import { readRefusedCard } from '../queries/refused-card.server.ts'

/** Tells the sender of a card that was just refused, where the card has an e-mail address. Without one, staff print the letter. */
export async function tellRefused(tx: TransactionContext, number: number): Promise<void> {
  const refused = await readRefusedCard(tx, number)
  if (!refused?.email) return
  const to = { to: refused.email, onceKey: refusalKeyOf(number), ...(refused.userId && { userId: refused.userId }) }
  await sendEmail(tx, to, cardRefusedEmail(tx, refused))
}

/** The message about a refused card, once a card. */
export const refusalKeyOf = (number: number): string => `card-refused:${number}`
