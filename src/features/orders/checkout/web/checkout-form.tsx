import { type ComponentProps, useState } from 'react'
import { useProfile } from '#features/identity/profile/web/use-profile.ts'
import { ConsentFields } from '#features/identity/registration/web/consent-fields.tsx'
import { ageAnswer } from '#features/identity/web/age-answer.ts'
import { useSession } from '#kernel/client/browser.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { ShownQuote } from '../../history/web/orders-client.ts'
import { FormPart } from './form-part.tsx'
import { perOf } from './order-summary.tsx'
import { PaymentChoice } from './payment/payment-choice.tsx'
import { usePayment } from './payment/use-payment.ts'
import { PromoCode } from './promo-code.tsx'
import { ContactDetails } from './shipping/contact-details.tsx'
import { useShipTo } from './shipping/use-ship-to.ts'
import type { useQuote } from './use-quote.ts'

const AgePrompt = lazy(async () => (await import('./age/age-prompt.tsx')).default)

/** Contact, shipping, code, payment and consents of a signed-in shopper, and the button to the payment page. */
export function CheckoutForm(quoted: ReturnType<typeof useQuote>) {
  const { quote, refusedCode, isOutdated, refetch } = quoted
  const [method, setMethod] = useState('')
  const [consents, setConsents] = useState({ smsConsent: false, pushConsent: false })
  const [asking, setAsking] = useState(false)
  const profile = useProfile()
  const shipTo = useShipTo()
  const payment = usePayment(quoted, shipTo.current)
  // Only what is shown can be paid: the total of this cart, and where it is sent.
  const isWaiting = !quote || isOutdated || profile.isPending || shipTo.book.isPending
  const push = usePushConsent()

  const pay = () => payment.start({ ...consents, ...(method && { paymentMethod: method }) })
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
          <PaymentChoice value={method} onChange={setMethod} />
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
          <FormError>{payment.problem}</FormError>
          <Button
            type="submit"
            size="lg"
            wide
            icon="shield"
            busy={payment.busy || isWaiting}
            busyText={payment.busy ? 'Opening the payment page...' : 'Updating your order...'}
          >
            {payText(quote)}
          </Button>
          <Acceptance />
        </div>
        {asking && <AgePrompt onAnswer={answerAge} />}
      </form>
    </div>
  )
}

/** An order with a total of 0 is placed without a payment. */
function payText(quote: ShownQuote | undefined): string {
  if (!quote) return 'Pay'
  if (quote.total === 0) return 'Place order'
  return ['Pay', formatMoney(toCents(quote.total)), perOf(quote)].filter(Boolean).join(' ')
}

const Acceptance = () => (
  <p className="text-muted text-sm">
    You pay on the page of our card provider; we never see your card. By paying you accept our{' '}
    <TextLink to="/legal#terms" target="_blank">
      Terms
    </TextLink>{' '}
    and{' '}
    <TextLink to="/legal#privacy" target="_blank">
      Privacy Policy
    </TextLink>
    .
  </p>
)

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
  const { user } = useSession()
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
