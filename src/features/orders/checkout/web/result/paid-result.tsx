import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EarnedCredits } from '../price-parts.tsx'
import { Result, Ways } from './result-screen.tsx'
import type { Purchase } from './use-paid-order.ts'
import { usePaidOrder } from './use-paid-order.ts'

/** Content of later features below a purchase. */
export type AfterPurchase = (purchase: Purchase) => ReactNode

type PaidProps = {
  orderId: string
  reference: string
  /** True when the shopper returns from this payment, so that the cart is the paid one. */
  isReturn: boolean
  afterPurchase: AfterPurchase | undefined
}

/** The paid result: reference, credits and links. */
export function Paid({ orderId, reference, isReturn, afterPurchase }: PaidProps) {
  const purchase = usePaidOrder(orderId, isReturn)
  const order = purchase?.order
  return (
    <Result
      icon="check"
      tone="text-success"
      title="Payment Successful"
      after={purchase && isReturn && afterPurchase?.(purchase)}
    >
      <p>Thank you. Your receipt is on its way by e-mail.</p>
      <p className="mt-4">
        <span className="label-sm block text-muted">Reference</span>
        <span className="figure font-semibold text-3xl">{reference}</span>
      </p>
      {order && Object.values(order.entries).some(amount => amount > 0) && (
        <div className="mt-6">
          <h2 className="label-sm mb-2 text-muted">Credits earned</h2>
          <EarnedCredits entries={order.entries} className="justify-center" />
        </div>
      )}
      <Ways>
        <ButtonLink to="/giveaways" size="lg">
          Spend credits on giveaways
        </ButtonLink>
        <ButtonLink to={`/orders/${orderId}`} size="lg" variant="secondary">
          See your order
        </ButtonLink>
        <ButtonLink to="/store" size="lg" variant="quiet">
          Continue shopping
        </ButtonLink>
      </Ways>
    </Result>
  )
}
