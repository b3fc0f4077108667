import CheckoutPage from '#features/orders/checkout/web/checkout-page.tsx'
import { lazy } from '#ui/lazy.tsx'

export { handle, meta } from '#features/orders/checkout/web/checkout-page.tsx'

const PasswordOffer = lazy(async () => (await import('./password-offer.tsx')).PasswordOffer)
const AfterPurchase = lazy(async () => (await import('./after-purchase.tsx')).default)

/** `/checkout`, with the memberships' screens after a purchase. */
export default function CheckoutRoute() {
  return (
    <CheckoutPage
      afterPurchase={purchase => (
        <>
          <PasswordOffer />
          <AfterPurchase {...purchase} />
        </>
      )}
    />
  )
}
