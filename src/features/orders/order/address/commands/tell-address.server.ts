import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { readRecipients } from '#features/notifications/queries/recipients.server.ts'
import { smsBody } from '#features/notifications/sms/sms-text.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { plainPlace } from '#kernel/shipping/place-in-words.ts'
import type { ShipTo } from '../../contract.ts'
import { referenceOf } from '../../contract.ts'
import { addressEmail, notifyBuyer } from '../../order-emails.server.ts'
import type { KnownOrder } from '../../stored-order.server.ts'

/**
 * Tells the buyer that the parcel goes elsewhere. After an act of staff at every known contact, because one of them may be the staff's own
 * correction: the address of the order and of the account, its phone unless it said STOP, and its browsers.
 */
export async function tellAddress(tx: TransactionContext, order: KnownOrder, shipTo: ShipTo): Promise<void> {
  const { city, state, postalCode } = shipTo
  const message = addressEmail(tx, { order, city, state, at: tx.now().toISOString() })
  await notifyBuyer(tx, order, message)
  if (!tx.actor?.role) return
  const { userId } = order
  const account = (await readRecipients(tx, [userId])).get(userId)
  if (!account) return
  if (account.email.toLowerCase() !== order.email.toLowerCase())
    await sendEmail(tx, { to: account.email, userId }, message)
  if (!account.phone || account.smsStopped) return
  const words = `Your order ${referenceOf(order)} goes to ${plainPlace(`${city}, ${state} ${postalCode}`) || 'a new address'}. Not you? Please write to us at once.`
  await sendMessage(tx, {
    channel: 'sms',
    to: account.phone,
    subject: 'SMS',
    text: smsBody(tx.settings.brand.shortName, words),
    userId,
  })
}
