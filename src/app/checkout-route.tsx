import { lazy, Suspense } from 'react'
import CheckoutPage from '#features/orders/checkout/checkout-page.tsx'

export { handle, meta } from '#features/orders/checkout/checkout-page.tsx'

const AfterPurchase = lazy(() => import('./after-purchase.tsx'))

/** `/checkout`, with what the memberships put after a purchase. */
export default function CheckoutRoute() {
  return (
    <CheckoutPage
      afterPurchase={purchase => (
        <Suspense>
          <AfterPurchase {...purchase} />
        </Suspense>
      )}
    />
  )
}
