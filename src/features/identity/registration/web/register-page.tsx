import { type FormEvent, useState } from 'react'
import { type MetaFunction, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { settingsIn, useSettings } from '#kernel/client/site.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { useAddressQuestion } from '../../shipping/web/address-question.tsx'
import { ShippingFields } from '../../shipping/web/shipping-fields.tsx'
import { RegisterBody } from '../../user/contract.ts'
import { identity } from '../../web/identity-client.ts'
import { FormHead, IdentityFrame } from '../../web/identity-frame.tsx'
import { EmailField, PhoneField } from '../../web/reach-fields.tsx'
import { useForm } from '../../web/use-form.ts'
import { useGuestsOnly } from '../../web/use-guests-only.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { AcceptedTerms } from './accepted-terms.tsx'
import { ADDRESS, addressOf, inForm } from './address-in-form.ts'
import { BirthDateField } from './birth-date-field.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { pendingRegistration } from './pending-registration.ts'
import { EMPTY_REGISTRATION, type Registration, registrationCheck } from './registration-check.ts'

export const meta: MetaFunction = ({ matches }) => {
  const { name } = settingsIn(matches).brand
  return [
    { title: titleOf('Create Account', name) },
    { name: 'description', content: `Create a ${name} account: earn credits with every order and enter giveaways.` },
    { name: 'robots', content: 'noindex, nofollow' },
  ]
}

export default function RegisterPage() {
  const [query] = useSearchParams()
  const next = query.get('next')
  useGuestsOnly(next)
  return (
    <IdentityFrame>
      <FormHead title="Create Account">
        Already have an account?{' '}
        <TextLink to={next ? `/login?next=${encodeURIComponent(next)}` : '/login'}>Sign in</TextLink>
      </FormHead>
      <RegisterForm next={next} referral={query.get('ref')} />
    </IdentityFrame>
  )
}

/** The registration form. */
function RegisterForm({ next, referral }: { next: string | null; referral: string | null }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { busy, problem, setProblem, run } = useSubmit()
  const { minimumAge } = useSettings()
  const [check] = useState(() => registrationCheck(minimumAge, new Date()))
  const [initial] = useState(() => ({ ...EMPTY_REGISTRATION, ...pendingRegistration.read()?.typed }))
  const form = useForm(initial, check)
  const { confirmed, question } = useAddressQuestion(form.values, form.fill)

  async function register() {
    const { values } = form
    const { email, password, name, phone, birthDate } = values
    const { smsConsent, pushConsent } = values
    const shippingAddress = addressOf(values)
    const account = { email, password, name, phone, birthDate }
    const json = RegisterBody.parse({ ...account, shippingAddress, ...confirmed, smsConsent, pushConsent })
    await call(identity.auth.register.$post({ json }))
    if (referral) void tellReferral(json.email, referral)
    pendingRegistration.keep({
      email: json.email,
      password,
      phone: json.phone,
      hasAddress: true,
      smsConsent,
      typed: { ...values, password: '', confirmPassword: '' },
      registerPath: pathname + search,
      next,
    })
    await navigate('/confirm-account')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    if (!form.isValid()) return
    void run(() =>
      register().catch(error => {
        if (error instanceof ApiError) form.show(inForm(problemsOfAnswer(error)))
        // Logged and also shown (docs/decisions/0011-account.md).
        else reportError(error)
        throw error
      }),
    )
  }

  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-9">
      <FormError>{problem}</FormError>
      <UserFields form={form} />
      <section aria-labelledby="shipping">
        <SectionHeading id="shipping">Shipping Address</SectionHeading>
        <p className="-mt-2 mb-5 text-muted">Required for giveaway prize delivery</p>
        <ShippingFields<Registration> form={form} names={ADDRESS} />
        {question}
      </section>
      <ConsentFields form={form} />
      <AcceptedTerms />
      <Button type={form.submitType} size="lg" wide busy={busy} busyText="Creating Account...">
        Create Account
      </Button>
    </form>
  )
}

/** Records the referrer. A failure does not stop the registration. */
const tellReferral = (email: string, code: string) =>
  call(identity.public['register-referral'].$post({ json: { email, code: code.slice(0, 40) } })).catch(() => {})

function UserFields({ form }: { form: ReturnType<typeof useForm<Registration>> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField {...form.text('name')} label="Full Name" autoComplete="name" required className="sm:col-span-2" />
      <EmailField {...form.text('email')} autoComplete="email" className="sm:col-span-2" />
      <PhoneField {...form.text('phone')} />
      <BirthDateField {...form.text('birthDate')} />
      <PasswordField {...form.text('password')} label="Password" autoComplete="new-password" required />
      <PasswordField {...form.text('confirmPassword')} label="Confirm Password" autoComplete="new-password" required />
    </div>
  )
}
