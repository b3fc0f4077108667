import type { ReactNode } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { useIsLong } from '../age/use-verification.ts'

type ResultProps = {
  icon?: IconName
  tone?: string
  title: string
  children: ReactNode
  /** Content below the result, in the page's width. */
  after?: ReactNode
  /** Stands above `after` instead of filling the screen. */
  isHead?: boolean
}

/** A result screen: one large sentence about the payment, an explanation, and links. */
export function Result({ icon, tone, title, children, after, isHead = false }: ResultProps) {
  return (
    <div className="relative">
      <TopoGround className="animate-march" />
      <div className="page-width relative">
        <div
          className={classNames(
            'flex flex-col items-center justify-center text-center',
            isHead ? 'py-14' : 'min-h-[calc(100dvh-4rem)] py-20',
          )}
        >
          {icon && <Icon name={icon} size={32} {...(tone && { className: tone })} />}
          <h1 className="mt-4 mb-4 text-4xl sm:text-5xl">{title}</h1>
          <div className="max-w-prose text-balance max-sm:w-full">{children}</div>
        </div>
        {after}
      </div>
    </div>
  )
}

/** Buttons and links below a result. */
export const Ways = ({ children }: { children: ReactNode }) => (
  <div className="mt-8 flex justify-center gap-3 max-sm:flex-col sm:flex-wrap">{children}</div>
)

/** To the checkout again, or to the store. */
const BackOrOn = ({ back }: { back: string }) => (
  <Ways>
    <ButtonLink to="/checkout" size="lg">
      {back}
    </ButtonLink>
    <ButtonLink to="/store" size="lg" variant="secondary">
      Continue shopping
    </ButtonLink>
  </Ways>
)

export function Cancelled() {
  return (
    <Result icon="info" tone="text-coyote" title="Payment Cancelled">
      <p>No charges were made and no credits were issued. Your cart is as you left it.</p>
      <BackOrOn back="Return to checkout" />
    </Result>
  )
}

export function Failed() {
  return (
    <Result icon="warning" tone="text-danger" title="Payment Failed">
      <p role="alert">Payment failed. Please try again.</p>
      <p className="mt-2 text-muted">No charges were made. Your cart is as you left it.</p>
      <BackOrOn back="Try Again" />
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

type WaitingProps = { reference?: string | undefined; busy?: boolean; onRetry?: () => void }

/** Shown until the payment is decided. After a while it explains possible causes and whom to contact. */
export function Waiting({ reference, busy, onRetry }: WaitingProps) {
  const { supportEmail } = useSettings()
  const isLong = useIsLong()
  return (
    <Result title="Checking your payment">
      {isLong ? (
        <p role="alert">Warning: Credits may not have been awarded. Please contact support if needed.</p>
      ) : (
        <p role="status" className="inline-flex items-center gap-3">
          <Spinner /> One moment, please...
        </p>
      )}
      {reference && (
        <p className="mt-4 text-muted">
          Your reference is {reference}. You may leave this page: we send the receipt as soon as the payment is
          confirmed.
        </p>
      )}
      {isLong && onRetry && (
        <Ways>
          <Button size="lg" busy={busy} busyText="Checking..." onClick={onRetry}>
            Check again
          </Button>
          <a href={`mailto:${supportEmail}`} className="self-center text-signal underline underline-offset-4">
            {supportEmail}
          </a>
        </Ways>
      )}
    </Result>
  )
}
