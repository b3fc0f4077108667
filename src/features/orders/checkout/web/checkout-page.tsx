import { useEffect, useRef, useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { useCart } from '#features/cart/browser/cart.ts'
import { PURCHASED } from '#features/cart/browser/cart-store.ts'
import { Checking } from '#features/identity/sign-in/web/require-user.tsx'
import { useSession } from '#kernel/client/browser.ts'
import { useSettings } from '#kernel/client/site.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useAfter } from '#ui/use-after.ts'
import { underAge } from './age/under-age.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { FormPart } from './form-part.tsx'
import { OrderSummary } from './order-summary.tsx'
import type { AfterPurchase } from './result/payment-result.tsx'
import { returnOfPayment } from './result/return-of-payment.ts'
import { useQuote } from './use-quote.ts'

const SignInByEmailCode = lazy(
  async () => (await import('#features/identity/email-codes/web/sign-in-by-email-code.tsx')).SignInByEmailCode,
  <SkeletonText lines={4} />,
)
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

type Props = { ageVerification: 'complete' | 'failed' | null }

/** The checkout form: buyer, address, payment, and a price summary that stays visible. */
function CheckoutScreen({ ageVerification }: Props) {
  const { status } = useSession()
  const isEmpty = useCart().length === 0
  const isPaidElsewhere = usePaidElsewhere()
  return (
    <>
      {/* The pattern lies behind the title only. Text and fields have a plain background. */}
      <div className="relative">
        <TopoGround className="animate-march" />
        <div className="page-width relative">
          <PageTitle>Checkout</PageTitle>
        </div>
      </div>
      <div className="page-width pt-6 pb-20 max-lg:has-[[data-pay-bar]]:pb-40 lg:pt-10">
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

const SIGN_IN = '/login?next=%2Fcheckout'

/** `next` returns the shopper to the checkout with the cart unchanged. */
const SignInNotice = ({ isOnlyWay = false }: { isOnlyWay?: boolean }) => (
  <Notice kind="warning" title="You need to be signed in to complete your purchase.">
    <p>Your cart stays as it is.</p>
    <div className="mt-4 mb-2 flex flex-wrap gap-3">
      <ButtonLink to={SIGN_IN} variant={isOnlyWay ? 'primary' : 'secondary'}>
        Sign In
      </ButtonLink>
      <ButtonLink to="/register?next=%2Fcheckout" variant="secondary">
        Create an account
      </ButtonLink>
    </div>
  </Notice>
)

const EmptyCart = ({ isGuest, isPaidElsewhere }: { isGuest: boolean; isPaidElsewhere: boolean }) => (
  <div className="flex flex-col gap-8">
    {isGuest && <SignInNotice isOnlyWay />}
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
  const part = useFocusAfterSignIn(isGuest)
  const quoted = useQuote()
  const { quote, error, isFetching, refetch } = quoted
  if (error && !quote) return <FailedState query={{ error, isFetching, refetch }} />
  return (
    <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[1fr_26rem]">
      {/* On phones the summary comes first, but below the sign-in notice of a guest. */}
      <div
        ref={part}
        tabIndex={-1}
        className={classNames(isGuest ? 'order-1' : 'order-2', 'flex min-w-0 flex-col gap-10 outline-none lg:order-1')}
      >
        {isGuest && <SignInNotice />}
        {quote?.lines.length === 0 ? (
          <NothingToBuy />
        ) : isGuest ? (
          <FormPart title="Check out with your email">
            <SignInByEmailCode signInPath={SIGN_IN} needsAddress={quote?.mode !== 'subscription'} />
          </FormPart>
        ) : (
          <CheckoutForm {...quoted} />
        )}
        <p>
          <TextLink to="/store">Back to the store</TextLink>
        </p>
      </div>
      <div className="order-1 lg:sticky lg:top-6 lg:order-2">
        <OrderSummary quote={quote} changes={quoted.changes} reduced={quoted.reduced} busy={isFetching} />
      </div>
    </div>
  )
}

/** The form that signed the guest in is gone, and the focus would be lost with it. */
function useFocusAfterSignIn(isGuest: boolean) {
  const part = useRef<HTMLDivElement>(null)
  const [began] = useState(isGuest)
  useEffect(() => {
    if (began && !isGuest) part.current?.focus()
  }, [began, isGuest])
  return part
}

/** Every line of the cart was left out. The summary says why and removes them. */
const NothingToBuy = () => (
  <EmptyState
    icon="cart"
    title="Nothing in your cart can be bought right now."
    action={<ButtonLink to="/store">Go to the store</ButtonLink>}
  />
)

/** True when another tab has paid for the cart while this page was open. */
function usePaidElsewhere(): boolean {
  const [isPaid, setPaid] = useState(false)
  useEffect(() => {
    const hear = ({ key, newValue }: StorageEvent) => key === PURCHASED && newValue && setPaid(true)
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [])
  return isPaid
}

/** The verification banner stays for 5 seconds. */
const SHOWN_MS = 5000

/** Shows the result of a return from age verification (`?verification=`). Only the birth date on file counts. */
function AgeVerification({ word }: { word: 'complete' | 'failed' | null }) {
  const { minimumAge } = useSettings()
  const [isOver, setOver] = useState(false)
  useAfter(word === 'complete' ? SHOWN_MS : null, () => setOver(true))
  if (!word || isOver) return null
  return (
    <div className="mb-8">
      {word === 'complete' ? (
        <Notice kind="success" title="Age verification complete" live>
          Thank you. You can complete your purchase.
        </Notice>
      ) : (
        <Notice kind="danger" title={underAge(minimumAge)} live>
          Your age could not be verified.
        </Notice>
      )}
    </div>
  )
}
