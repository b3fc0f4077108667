import { type ComponentProps, useState } from 'react'
import { ConsentFields } from '#features/identity/registration/web/consent-fields.tsx'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { ShownQuote } from '../../history/web/orders-client.ts'
import { isAgeConfirmed } from './age/age-confirmed.ts'
import { ContactDetails } from './contact-details.tsx'
import { FormPart } from './form-part.tsx'
import { perOf } from './order-summary.tsx'
import { PaymentChoice } from './payment/payment-choice.tsx'
import { usePushConsent } from './payment/push-consent.ts'
import { usePayment } from './payment/use-payment.ts'
import { PromoCode } from './promo-code.tsx'
import type { useQuote } from './use-quote.ts'

const AgePrompt = lazy(async () => (await import('./age/age-prompt.tsx')).default)

/** Contact, shipping, code, payment and consents of a signed-in shopper, and the button to the payment page. */
export function CheckoutForm(quoted: ReturnType<typeof useQuote>) {
  const { quote, refusedCode } = quoted
  const [method, setMethod] = useState('')
  const [consents, setConsents] = useState({ smsConsent: false, pushConsent: false })
  const [asking, setAsking] = useState(false)
  const payment = usePayment(quoted)
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
    <form
      noValidate
      className="flex flex-col gap-10"
      onSubmit={event => {
        event.preventDefault()
        if (isAgeConfirmed()) void pay()
        else setAsking(true)
      }}
    >
      <ContactDetails needsAddress={quote?.mode !== 'subscription'} />
      <FormPart title="Discount">
        <PromoCode quote={quote} refused={refusedCode} />
      </FormPart>
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
        <Button type="submit" size="lg" wide icon="shield" busy={payment.busy} busyText="Opening the payment page...">
          {payText(quote)}
        </Button>
        <Acceptance />
      </div>
      {asking && <AgePrompt onAnswer={answerAge} />}
    </form>
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
