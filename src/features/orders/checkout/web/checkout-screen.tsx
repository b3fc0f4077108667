import { useCart } from '#features/cart/cart.ts'
import { Checking } from '#features/identity/sign-in/web/route-guard.tsx'
import { useSession } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { AgeVerification } from './age/age-verification.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutGround } from './checkout-ground.tsx'
import { OrderSummary } from './order-summary.tsx'
import { usePaidElsewhere } from './result/use-paid-elsewhere.ts'
import { useQuote } from './use-quote.ts'

type Props = { ageVerification: 'complete' | 'failed' | null }

/** The checkout form: buyer, address, payment, and a price summary that stays visible. */
export function CheckoutScreen({ ageVerification }: Props) {
  const { status } = useSession()
  const isEmpty = useCart().length === 0
  const isPaidElsewhere = usePaidElsewhere()
  return (
    <>
      {/* The pattern lies behind the title only. Text and fields have a plain background. */}
      <div className="relative">
        <CheckoutGround />
        <div className="page-width relative">
          <PageTitle>Checkout</PageTitle>
        </div>
      </div>
      <div className="page-width pt-6 pb-20 lg:pt-10">
        <AgeVerification word={ageVerification} />
        {status === 'unchecked' ? (
          <Checking />
        ) : isEmpty ? (
          <EmptyCart isGuest={status === 'guest'} isPaidElsewhere={isPaidElsewhere} />
        ) : (
          <Checkout isGuest={status === 'guest'} />
        )}
      </div>
    </>
  )
}

/** `next` returns the shopper to the checkout with the cart unchanged. */
const SignInNotice = () => (
  <Notice kind="warning" title="You need to be signed in to complete your purchase.">
    <p>Your cart stays as it is.</p>
    <div className="mt-4 mb-2 flex flex-wrap gap-3">
      <ButtonLink to="/login?next=%2Fcheckout">Sign In</ButtonLink>
      <ButtonLink to="/register?next=%2Fcheckout" variant="secondary">
        Create an account
      </ButtonLink>
    </div>
  </Notice>
)

const EmptyCart = ({ isGuest, isPaidElsewhere }: { isGuest: boolean; isPaidElsewhere: boolean }) => (
  <div className="flex flex-col gap-8">
    {isGuest && <SignInNotice />}
    {isPaidElsewhere && (
      <Notice kind="success" title="This cart has been paid for in another tab." live>
        Nothing more will be charged. <TextLink to="/dashboard?tab=purchases">See your orders</TextLink>.
      </Notice>
    )}
    <EmptyState
      icon="cart"
      title="Your cart is empty. Please add items before checkout."
      action={<ButtonLink to="/store">Go to the store</ButtonLink>}
    />
  </div>
)

function Checkout({ isGuest }: { isGuest: boolean }) {
  const quoted = useQuote()
  const { quote, error, isFetching, refetch } = quoted
  if (error && !quote) {
    return (
      <FailedState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </FailedState>
    )
  }
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[1fr_26rem]">
      {/* On phones the summary comes first, but below the sign-in notice of a guest. */}
      <div className={classNames(isGuest ? 'order-1' : 'order-2', 'flex min-w-0 flex-col gap-10 lg:order-1')}>
        {isGuest ? <SignInNotice /> : <CheckoutForm {...quoted} />}
        <p>
          <TextLink to="/store">Back to the store</TextLink>
        </p>
      </div>
      <div className="order-1 lg:sticky lg:top-6 lg:order-2">
        <OrderSummary quote={quote} changes={quoted.changes} busy={isFetching} />
      </div>
    </div>
  )
}
