import { lazy, Suspense } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { Checking } from '#features/identity/route-guard.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { CheckoutScreen } from './checkout-screen.tsx'

const PaymentResult = lazy(() => import('./payment-result.tsx'))

/** Nothing leads away from a checkout: no menus, no popups. */
export const handle = { bare: true }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Checkout', description: 'Pay for what is in your cart.', path: '/checkout', noindex: true },
    matches,
  )

const RESULTS = ['success', 'cancelled', 'failed'] as const

/** `/checkout`; back from the payment page, `status` says with what result. */
export default function CheckoutPage() {
  const [query] = useSearchParams()
  const result = RESULTS.find(status => status === query.get('status'))
  if (!result) return <CheckoutScreen />
  return (
    <Suspense fallback={<Checking />}>
      <PaymentResult status={result} sessionId={query.get('session_id')} orderId={query.get('order')} />
    </Suspense>
  )
}
