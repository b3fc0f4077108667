import { listStaffWith } from '#features/identity/accounts/queries/staff-with.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Email } from '#features/notifications/email.ts'
import { addEvent } from '#features/orders/order/commands/order-events.server.ts'
import { referenceOf } from '#features/orders/order/contract.ts'
import type { DisputedOrder } from '#features/orders/refunds/commands/dispute-order.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { closedEmail, openedEmail } from '../emails.server.ts'
import { isOpen, reasonWords } from '../rules.ts'
import type { StoredDispute } from '../stored-dispute.server.ts'

/** The state of a dispute before it was read again; null for a new one. */
export type Before = Pick<StoredDispute, 'status' | 'isInquiry'> | null

/** Adds a dispute's opening, escalation and end to the order's time line, and sends an e-mail to staff who may refund. */
export async function noteStep(
  ctx: DataContext,
  dispute: StoredDispute,
  order: DisputedOrder | null,
  before: Before,
): Promise<void> {
  const about = { reference: order && referenceOf(order), orderId: order?.id ?? null }
  const isOpened =
    !before || (before.isInquiry && !dispute.isInquiry) || (!isOpen(before.status) && isOpen(dispute.status))
  const isClosed = !isOpen(dispute.status) && before?.status !== dispute.status
  const detail = { amountCents: dispute.amountCents }
  if (isOpened) {
    const word = dispute.isInquiry ? 'The bank opens a dispute inquiry' : 'The bank disputes the payment'
    const note = withFullStop(`${word}: ${reasonWords(dispute.reason)}`)
    if (order) await addEvent(ctx, order.id, { kind: 'disputed', detail, note })
    await notifyStaff(ctx, openedEmail(ctx, { dispute, about }))
  }
  if (isClosed) {
    const kind = dispute.status === 'lost' ? 'dispute_lost' : 'dispute_won'
    if (order) await addEvent(ctx, order.id, { kind, detail, note: closedNote(dispute) })
    await notifyStaff(ctx, closedEmail(ctx, { dispute, about }))
  }
}

function closedNote({ status, amountCents }: StoredDispute): string {
  if (status === 'prevented') return 'The dispute inquiry ended without a chargeback.'
  return status === 'won' ? 'The payment stands.' : `The bank took ${formatMoney(amountCents)} back.`
}

async function notifyStaff(ctx: DataContext, email: Email): Promise<void> {
  for (const { userId, email: to } of await listStaffWith(ctx, 'orders.refund')) {
    await sendEmail(ctx, { to, userId }, email)
  }
}
