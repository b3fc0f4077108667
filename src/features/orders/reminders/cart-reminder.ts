import type { Notice } from '#features/notifications/commands/notify.server.ts'
import { defineEmail } from '#features/notifications/email.ts'
import type { DataContext } from '#kernel/context.ts'

type LeftCart = { items: readonly { quantity: number }[]; updatedAt: Date }

export const cartEmail = defineEmail({
  preview: { name: 'Sam', waiting: '2 items are' },
  write: ({ origin }, { name, waiting }: { name: string; waiting: string }) => ({
    subject: 'Your cart is waiting',
    body: [`Hello ${name},`, `${waiting} still in your cart. Nothing is set aside, so stock may run out.`],
    action: { label: 'Back to your cart', url: `${origin}/checkout` },
  }),
})

/** The reminder of an abandoned cart: item count and a link back. It contains no names or prices of items. */
export function cartReminder(ctx: DataContext, { name }: { name: string }, { items, updatedAt }: LeftCart): Notice {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const waiting = count === 1 ? '1 item is' : `${count} items are`
  return {
    kind: 'cart_reminder',
    onceKey: updatedAt.toISOString(),
    email: cartEmail(ctx, { name, waiting }),
    sms: `${waiting} still in your cart: ${ctx.origin}/checkout`,
    push: { title: 'Your cart is waiting', body: `${waiting} still in your cart.`, data: { type: 'cart' } },
  }
}
