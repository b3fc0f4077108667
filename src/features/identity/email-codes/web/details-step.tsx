import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { keepAgeAnswer } from '../../age/age-answer.ts'
import { AcceptedTerms } from '../../registration/web/accepted-terms.tsx'
import { ADDRESS, addressOf, inForm } from '../../registration/web/address-in-form.ts'
import { BirthDateField } from '../../registration/web/birth-date-field.tsx'
import { type Details, detailsCheck } from '../../registration/web/registration-check.ts'
import { useAddressQuestion } from '../../shipping/web/address-question.tsx'
import { ShippingFields } from '../../shipping/web/shipping-fields.tsx'
import { tellAddressSaved } from '../../shipping/web/use-shipping-status.ts'
import { beginSession, identity } from '../../web/identity-client.ts'
import { PhoneField } from '../../web/reach-fields.tsx'
import { useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'

type Props = {
  email: string
  registrationToken: string
  needsAddress: boolean
  /** The input so far, which the page keeps. */
  typed: Details
  setTyped: (typed: Details) => void
  /** The address must be confirmed again, for the given reason. */
  onOver: (problem: string) => void
}

const BEGINS_AGAIN = ['EmailProofExpired', 'UsernameExistsException']

/** Name, phone, birth date and address of a new account, which begins signed in. */
export function DetailsStep({ email, registrationToken, needsAddress, typed, setTyped, onOver }: Props) {
  const { minimumAge } = useSettings()
  const { busy, problem, setProblem, run } = useSubmit()
  const [check] = useState(() => detailsCheck({ minimumAge, now: new Date(), needsAddress }))
  const form = useForm(typed, check)
  const { values } = form
  const { confirmed, question } = useAddressQuestion(values, form.fill)
  useEffect(() => setTyped(values), [values, setTyped])

  async function create() {
    const { name, phone, birthDate } = values
    const shippingAddress = needsAddress ? { shippingAddress: addressOf(values), ...confirmed } : {}
    const json = { email, registrationToken, name, phone, birthDate, ...shippingAddress }
    const answer = await call(identity.auth['email-codes'].register.$post({ json }))
    // The server has compared the birth date with the minimum age, so the browser is not asked for it.
    keepAgeAnswer('verified')
    if (needsAddress) tellAddressSaved()
    beginSession(answer)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    if (!form.isValid()) return
    void run(() =>
      create().catch(error => {
        if (error instanceof ApiError && BEGINS_AGAIN.includes(error.code)) return onOver(error.message)
        if (error instanceof ApiError) form.show(inForm(problemsOfAnswer(error)))
        throw error
      }),
    )
  }
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <p>
        <strong className="break-all">{email}</strong> is confirmed. A few details complete your account.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.text('name')}
          label="Full Name"
          autoComplete="name"
          autoFocus
          required
          className="sm:col-span-2"
        />
        <PhoneField {...form.text('phone')} />
        <BirthDateField {...form.text('birthDate')} />
      </div>
      {needsAddress && (
        <>
          <ShippingFields<Details> form={form} names={ADDRESS} />
          {question}
        </>
      )}
      <AcceptedTerms />
      <Button type={form.submitType} size="lg" wide busy={busy} busyText="Creating Account...">
        Create account and continue
      </Button>
    </form>
  )
}
