import { cart } from '#features/cart/browser/cart.ts'
import { askQuote, itemsOf, limitsIn } from '#features/orders/checkout/web/ask-quote.ts'
import { toast } from '#ui/feedback/toast.ts'

/** Reduces the cart to what can be bought, and says which lines it reduced. */
export async function fitCart(): Promise<void> {
  const items = itemsOf(cart.get())
  if (items.length === 0 || cart.isVerifying()) return
  for (const { message } of cart.fit(limitsIn(await askQuote(items, [])))) toast.info(message)
}
