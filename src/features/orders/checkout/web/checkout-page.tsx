import { type MetaFunction, useSearchParams } from 'react-router'
import { Checking } from '#features/identity/sign-in/web/route-guard.tsx'
import { useSession } from '#kernel/client/browser.ts'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { lazy } from '#ui/lazy.tsx'
import { CheckoutScreen } from './checkout-screen.tsx'
import type { AfterPurchase } from './result/paid-result.tsx'
import { returnOfPayment } from './result/return-of-payment.ts'

const PaymentResult = lazy(async () => (await import('./result/payment-result.tsx')).default, <Checking />)

/** The checkout has no menus and no popups, so that nothing distracts from the payment. */
export const handle = { bare: true }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Checkout', description: 'Pay for what is in your cart.', path: '/checkout', noindex: true },
    matches,
  )

/** `/checkout`. After the payment page, the address says where to look for the result. */
export default function CheckoutPage({ afterPurchase }: { afterPurchase?: AfterPurchase }) {
  const [query] = useSearchParams()
  const { status, user } = useSession()
  const returned = returnOfPayment(query, user !== undefined)
  if (returned.screen === 'checkout') return <CheckoutScreen ageVerification={returned.ageVerification} />
  if (status === 'unchecked') return <Checking />
  return <PaymentResult returned={returned} afterPurchase={afterPurchase} />
}
