import CheckoutPage from '#features/orders/checkout/checkout-page.tsx'
import { late } from '#ui/late.tsx'

export { handle, meta } from '#features/orders/checkout/checkout-page.tsx'

const AfterPurchase = late(async () => (await import('./after-purchase.tsx')).default)

/** `/checkout`, with what the memberships put after a purchase. */
export default function CheckoutRoute() {
  return (
    <CheckoutPage
      afterPurchase={purchase => (
        <>
          <AfterPurchase {...purchase} />
        </>
      )}
    />
  )
}
