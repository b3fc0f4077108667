import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Email } from '#features/notifications/email.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { KnownOrder } from '../history/stored-order.server.ts'
import { FORGOTTEN_EMAIL } from '../personal-data.server.ts'

/** The e-mail of one step of an order, and its push for browsers subscribed to order updates. */
export type OrderEmail = Email & {
  push: { title: string; body: string }
  /** Identifies the step, so that its push is sent once. */
  onceKey: string
  /** The topic of the push. */
  about?: 'order' | 'shipping'
}

/** Queues the e-mail and the push of a step. A deleted account gets neither. */
export async function notifyBuyer(tx: TransactionContext, order: KnownOrder, message: OrderEmail): Promise<void> {
  const { id: orderId, userId, email: to } = order
  if (to === FORGOTTEN_EMAIL) return
  await sendEmail(tx, { to, userId }, message)
  const data = { type: message.about ?? 'order', orderId }
  await notify(tx, { userId, kind: 'order_update', onceKey: message.onceKey, push: { ...message.push, data } })
}
