import { type ComponentProps, type ReactNode, useState } from 'react'
import { ageAnswer } from '#features/identity/age/age-answer.ts'
import { ConsentFields } from '#features/identity/registration/web/consent-fields.tsx'
import { useProfile } from '#features/identity/web/use-profile.ts'
import { useUser } from '#kernel/client/browser.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { ShownQuote } from '../../order/web/orders-client.ts'
import { FormPart } from './form-part.tsx'
import { hasTotal, perOf } from './order-summary.tsx'
import { Acceptance, acceptsInRequest, useAcceptance } from './payment/acceptance.tsx'
import { PaymentChoice } from './payment/payment-choice.tsx'
import { usePayment } from './payment/use-payment.ts'
import { type PaymentWay, useWayToPay, wayInRequest } from './payment/use-way-to-pay.ts'
import { PromoCode } from './promo-code.tsx'
import { ContactDetails } from './shipping/contact-details.tsx'
import { MethodChoice } from './shipping/method-choice.tsx'
import { useShipTo } from './shipping/use-ship-to.ts'
import type { useQuote } from './use-quote.ts'

const AgePrompt = lazy(async () => (await import('./age/age-prompt.tsx')).default)

/** Contact, shipping, code, payment and consents of a signed-in shopper, and the button to the payment page. */
export function CheckoutForm(quoted: ReturnType<typeof useQuote>) {
  const { quote, refusedCode, isOutdated, refetch } = quoted
  const toPay = useWayToPay(quote)
  const [consents, setConsents] = useState({ smsConsent: false, pushConsent: false })
  const [asking, setAsking] = useState(false)
  const profile = useProfile()
  const shipTo = useShipTo()
  const acceptance = useAcceptance()
  const payment = usePayment({ ...quoted, onRefused: acceptance.takeIn }, shipTo.current)
  // Only what is shown can be paid: the total of this cart, and where it is sent.
  const isWaiting = !quote || isOutdated || profile.isPending || shipTo.book.isPending || toPay.isWaiting
  const push = usePushConsent()

  async function pay() {
    await payment.start({ ...consents, ...wayInRequest(toPay.way), ...acceptsInRequest(acceptance.versions) })
    // A declined card stays, a removed one goes.
    if (toPay.way.card) void toPay.refetch()
  }
  const box = (name: keyof typeof consents): Partial<ComponentProps<'input'>> => ({
    checked: consents[name],
    onChange: ({ target }) => {
      setConsents({ ...consents, [name]: target.checked })
      if (name === 'pushConsent') void push.change(target.checked)
    },
  })
  function answerAge(old: boolean) {
    setAsking(false)
    if (old) void pay()
    else payment.refuseAge()
  }

  return (
    <div className="flex flex-col gap-10">
      {/* Forms cannot be nested, and the address has a form of its own. The tax may depend on the state. */}
      <ContactDetails needsAddress={quote?.mode !== 'subscription'} onChanged={() => void refetch()} />
      <MethodChoice quote={quote} />
      <form
        noValidate
        className="flex flex-col gap-10"
        onSubmit={event => {
          event.preventDefault()
          if (isWaiting) return
          if (ageAnswer() === 'verified') void pay()
          else setAsking(true)
        }}
      >
        {quote?.mode !== 'subscription' && (
          <FormPart title="Discount">
            <PromoCode quote={quote} refused={refusedCode} />
          </FormPart>
        )}
        <FormPart title="Payment">
          <PaymentChoice methods={toPay.methods} cards={toPay.cards} value={toPay.way} onChange={toPay.choose} />
        </FormPart>
        <FormPart title="Stay in touch">
          <ConsentFields form={{ box }} />
          {push.problem && (
            <div className="mt-3">
              <Notice kind="warning" live>
                {push.problem}
              </Notice>
            </div>
          )}
        </FormPart>
        <div className="flex flex-col gap-4">
          <PayBar problem={payment.problem}>
            <Button
              type="submit"
              size="lg"
              wide
              icon="shield"
              busy={payment.busy || isWaiting}
              busyText={busyText(payment.busy, toPay.way)}
            >
              {payText(quote, toPay.way)}
            </Button>
          </PayBar>
          <PaidWhere {...toPay} isFree={quote?.total === 0} />
          <Acceptance {...acceptance} />
        </div>
        {asking && <AgePrompt onAnswer={answerAge} />}
      </form>
    </div>
  )
}

/**
 * The button to pay: at the end of the form, and on phones in a bar at the foot of the screen. A refusal stands above it, in both places.
 * The page keeps the bar's height free below its content, and below a field that takes the focus.
 */
const PayBar = ({ problem, children }: { problem: ReactNode; children: ReactNode }) => (
  <div
    data-pay-bar
    className="flex flex-col gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[60dvh] max-lg:overflow-y-auto max-lg:border-line max-lg:border-t max-lg:bg-ground max-lg:px-4 max-lg:pt-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
  >
    <FormError>{problem}</FormError>
    {children}
  </div>
)

/** An order with a total of 0 is placed without a payment. */
function payText(quote: ShownQuote | undefined, { card }: PaymentWay): string {
  if (!quote || !hasTotal(quote)) return 'Pay'
  if (quote.total === 0) return 'Place order'
  const by = card && `with ${card.brand} ending ${card.last4}`
  return ['Pay', formatMoney(toCents(quote.total)), perOf(quote), by].filter(Boolean).join(' ')
}

function busyText(isPaying: boolean, { card }: PaymentWay): string {
  if (!isPaying) return 'Updating your order...'
  return card ? 'Paying...' : 'Opening the payment page...'
}

const orList = atFirstCall(() => new Intl.ListFormat('en-US', { type: 'disjunction' }))

type PaidWhereProps = Pick<ReturnType<typeof useWayToPay>, 'way' | 'methods'> & { isFree: boolean }

/** Where the money is taken, and what the provider's page offers, by the provider's own word. */
function PaidWhere({ way, methods, isFree }: PaidWhereProps) {
  if (isFree) return null
  const method = methods.find(({ id }) => id === way.method)
  const offered = method && method.onPage.length > 0 && orList().format(method.onPage)
  return (
    <p className="text-muted text-sm">
      {way.card
        ? 'Your saved card is charged at once.'
        : offered
          ? `${offered} on the secure page of our payment provider.`
          : 'You pay on the secure page of our payment provider.'}{' '}
      We never see your card.{!way.card && method?.savesCards && ' You can save it there for the next time.'}
    </p>
  )
}

const UNSUPPORTED = 'Push notifications not supported in this browser'
const BLOCKED = 'Push notifications are blocked. Please enable them in your browser settings.'
const DENIED = 'Permission denied'
const NO_USER = 'User not authenticated'
const FAILED = 'Failed to update push notification settings. Please try again.'

/**
 * Asks the browser for push permission while the click is fresh, because browsers ignore later requests. The consent is kept even if the
 * browser refuses; `problem` says why no push will arrive here yet.
 */
function usePushConsent() {
  const user = useUser()
  const [problem, setProblem] = useState<string>()

  async function connect(): Promise<string | undefined> {
    const { connectBrowser, isPushSupported, PermissionDenied } = await import(
      '#features/notifications/push/browser-push.ts'
    )
    if (!user) return NO_USER
    if (!isPushSupported()) return UNSUPPORTED
    if (Notification.permission === 'denied') return BLOCKED
    try {
      await connectBrowser(user.id)
      return undefined
    } catch (error) {
      return error instanceof PermissionDenied ? DENIED : FAILED
    }
  }

  async function change(isGiven: boolean) {
    setProblem(undefined)
    if (isGiven) setProblem(await connect().catch(() => FAILED))
  }
  return { problem, change }
}
