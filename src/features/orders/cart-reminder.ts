import type { Notice } from '#features/notifications/commands/notify.server.ts'
import { letterOf } from '#features/notifications/letter.ts'

type LeftCart = { items: readonly { quantity: number }[]; updatedAt: Date }

/** The reminder of an abandoned cart: item count and a link back. It contains no names or prices of items. */
export function cartReminder(origin: string, { name }: { name: string }, { items, updatedAt }: LeftCart): Notice {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const waiting = count === 1 ? '1 item is' : `${count} items are`
  return {
    kind: 'cart_reminder',
    onceKey: updatedAt.toISOString(),
    email: letterOf({
      subject: 'Your cart is waiting',
      paragraphs: [`Hello ${name},`, `${waiting} still in your cart. Nothing is set aside, so stock may run out.`],
      action: { label: 'Back to your cart', url: `${origin}/checkout` },
    }),
    sms: `${waiting} still in your cart: ${origin}/checkout`,
    push: { title: 'Your cart is waiting', body: `${waiting} still in your cart.`, data: { type: 'cart' } },
  }
}
