import { type ReactNode, useEffect } from 'react'
import { Checking } from '#features/identity/route-guard.tsx'
import { useSession } from '#platform/client/browser.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TopoGround } from '#ui/topo-ground.tsx'
import { ordersClient } from '../orders-client.ts'
import { EarnedCredits } from '../price-parts.tsx'
import { usePaidOrder, useVerification } from './use-verification.ts'

type Props = { status: 'success' | 'cancelled' | 'failed'; sessionId: string | null; orderId: string | null }

/** Back from the payment page. What the address says is only where to look: the server knows whether it was paid. */
export default function PaymentResult({ status, sessionId, orderId }: Props) {
  const session = useSession()
  if (session.status === 'unchecked') return <Checking />
  if (status === 'cancelled') return <Cancelled orderId={session.user ? orderId : null} />
  if (status === 'failed' || !sessionId) return <Failed />
  return session.user ? <Verified sessionId={sessionId} /> : <SignedOut sessionId={sessionId} />
}

function Verified({ sessionId }: { sessionId: string }) {
  const { verification, error, isFetching, refetch } = useVerification(sessionId)
  if (error) return <Unchecked message={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!verification || verification.status === 'pending') return <Pending reference={verification?.reference} />
  if (verification.status === 'paid') return <Paid sessionId={sessionId} {...verification} />
  return verification.status === 'failed' ? <Failed /> : <Cancelled orderId={null} />
}

function Paid({ sessionId, orderId, reference }: { sessionId: string; orderId: string; reference: string }) {
  const order = usePaidOrder(orderId, sessionId)
  return (
    <Result icon="check" tone="text-success" title="Payment Successful">
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

function Pending({ reference }: { reference: string | undefined }) {
  return (
    <Result title="Checking your payment">
      <p role="status" className="inline-flex items-center gap-3">
        <Spinner /> One moment, please...
      </p>
      {reference && (
        <p className="mt-4 text-muted">
          Your reference is {reference}. You may leave this page: we send the receipt as soon as the payment is
          confirmed.
        </p>
      )}
    </Result>
  )
}

/** Not knowing is no reason to pay again. */
function Unchecked({ message, busy, onRetry }: { message: string; busy: boolean; onRetry: () => void }) {
  return (
    <Result icon="warning" tone="text-warning" title="We could not check your payment">
      <p role="alert">{message}</p>
      <p className="mt-2 text-muted">If you have paid, your order is safe and the receipt comes by e-mail.</p>
      <Ways>
        <Button size="lg" busy={busy} busyText="Checking..." onClick={onRetry}>
          Check again
        </Button>
      </Ways>
    </Result>
  )
}

/** Giving up here closes the payment page as well, so that what was reserved can be bought by somebody. */
function Cancelled({ orderId }: { orderId: string | null }) {
  useEffect(() => {
    // Paid or over already: then there is nothing to give up, and nothing to tell.
    if (orderId) ordersClient.orders[':id'].cancel.$post({ param: { id: orderId } }).catch(() => {})
  }, [orderId])
  return (
    <Result icon="info" tone="text-coyote" title="Payment Cancelled">
      <p>No charges were made and no credits were issued. Your cart is as you left it.</p>
      <Ways>
        <ButtonLink to="/checkout" size="lg">
          Return to checkout
        </ButtonLink>
        <ButtonLink to="/store" size="lg" variant="secondary">
          Continue shopping
        </ButtonLink>
      </Ways>
    </Result>
  )
}

function Failed() {
  return (
    <Result icon="warning" tone="text-danger" title="Payment Failed">
      <p role="alert">Payment failed. Please try again.</p>
      <p className="mt-2 text-muted">Your cart is as you left it.</p>
      <Ways>
        <ButtonLink to="/checkout" size="lg">
          Try Again
        </ButtonLink>
        <ButtonLink to="/store" size="lg" variant="secondary">
          Continue shopping
        </ButtonLink>
      </Ways>
    </Result>
  )
}

function SignedOut({ sessionId }: { sessionId: string }) {
  const back = `/checkout?status=success&session_id=${sessionId}`
  return (
    <Result icon="user" title="Please sign in to see your order">
      <p>Your payment is being confirmed all the same, and the receipt comes by e-mail.</p>
      <Ways>
        <ButtonLink to={`/login?next=${encodeURIComponent(back)}`} size="lg">
          Sign In
        </ButtonLink>
      </Ways>
    </Result>
  )
}

type ResultProps = { icon?: IconName; tone?: string; title: string; children: ReactNode }

function Result({ icon, tone, title, children }: ResultProps) {
  return (
    <div className="relative">
      <TopoGround />
      <div className="page-width relative flex min-h-[calc(100dvh-4rem)] flex-col items-center justify-center py-20 text-center">
        {icon && <Icon name={icon} size={32} {...(tone && { className: tone })} />}
        <h1 className="mt-4 mb-4 text-4xl sm:text-5xl">{title}</h1>
        <div className="max-w-prose text-balance max-sm:w-full">{children}</div>
      </div>
    </div>
  )
}

const Ways = ({ children }: { children: ReactNode }) => (
  <div className="mt-8 flex justify-center gap-3 max-sm:flex-col sm:flex-wrap">{children}</div>
)
