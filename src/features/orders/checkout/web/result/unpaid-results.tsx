import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Result, Ways } from './result-screen.tsx'

/** Results without a charge, and results that could not be read. */

export function Cancelled() {
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

export function Failed() {
  return (
    <Result icon="warning" tone="text-danger" title="Payment Failed">
      <p role="alert">Payment failed. Please try again.</p>
      <p className="mt-2 text-muted">No charges were made. Your cart is as you left it.</p>
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

/** An unknown result is no reason to pay again. */
export function Unchecked({ message, busy, onRetry }: { message: string; busy: boolean; onRetry: () => void }) {
  return (
    <Result icon="warning" tone="text-warning" title="We could not check your payment">
      <p role="alert">{message}</p>
      <p className="mt-2 text-muted">If you have paid, your order is safe and the receipt comes by e-mail.</p>
      <Ways>
        <Button size="lg" busy={busy} busyText="Checking..." onClick={onRetry}>
          Check again
        </Button>
        <ButtonLink to="/dashboard?tab=purchases" size="lg" variant="secondary">
          See your orders
        </ButtonLink>
      </Ways>
    </Result>
  )
}

export function SignedOut({ back }: { back: string }) {
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
