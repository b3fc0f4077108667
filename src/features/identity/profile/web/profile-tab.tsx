import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SMS_STOPPED } from '#features/notifications/rules.ts'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { toUsPhone } from '#kernel/values/inputs/us-phone.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { lazy } from '#ui/lazy.tsx'
import { OtherAddresses } from '../../address-book/web/address-book.tsx'
import { ConsentFields } from '../../registration/web/consent-fields.tsx'
import type { SignOutEverywhere } from '../../security/security-section.tsx'
import type { Profile } from '../../user/answers.ts'
import { RegisterBody, tooYoung } from '../../user/contract.ts'
import { ownPath } from '../../user/rules.ts'
import { identity } from '../../web/identity-client.ts'
import { PhoneField } from '../../web/reach-fields.tsx'
import { type Errors, errorsOf, useForm } from '../../web/use-form.ts'
import { useProfile } from '../../web/use-profile.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { ShippingForm } from './shipping-form.tsx'

const SecuritySection = lazy(
  async () => (await import('../../security/security-section.tsx')).SecuritySection,
  <SkeletonText lines={6} />,
)

/** Calendar dates without a time: the same day in every zone. */
const calendar = atFirstCall(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }))
const dayOf = (text: string) => calendar().format(new Date(text))

/** The dashboard's profile tab: personal data, shipping address, contact choices and security. */
export function ProfileTab({ signOutEverywhere }: { signOutEverywhere: SignOutEverywhere }) {
  return (
    <QueryBody query={useProfile()} loading={<SkeletonText lines={6} />}>
      {profile => (
        <>
          <ProfileForms profile={profile} />
          <SecuritySection signOutEverywhere={signOutEverywhere} />
        </>
      )}
    </QueryBody>
  )
}

function ProfileForms({ profile }: { profile: Profile }) {
  const navigate = useNavigate()
  const [defaults, setDefaults] = useState(0)
  const [query] = useSearchParams()
  // The page that needs the address, such as a giveaway.
  const next = ownPath(query.get('next'))
  return (
    <div className="grid gap-10 lg:grid-cols-[2fr_3fr]">
      <section aria-labelledby="account">
        <SectionHeading id="account">Account</SectionHeading>
        <Facts profile={profile} />
        <div className="mt-8">
          <ContactForm profile={profile} />
        </div>
      </section>
      <section aria-labelledby="shipping">
        <SectionHeading id="shipping">Shipping Address</SectionHeading>
        <p className="-mt-2 mb-5 text-muted">Required for giveaway prize delivery</p>
        <ShippingForm
          // Another default of the address book starts the form again.
          key={defaults}
          profile={profile}
          onSaved={() => next && navigate(next)}
        />
        {profile.shippingAddress && <OtherAddresses onDefaultChanged={() => setDefaults(defaults + 1)} />}
      </section>
    </div>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const facts = [
    ['Email', profile.email],
    ['Birth Date', profile.birthDate && `${dayOf(profile.birthDate)} (age ${profile.age})`],
    ['Member since', dayOf(profile.joinDate)],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      {facts.map(
        ([name, fact]) =>
          fact && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const Contact = RegisterBody.pick({ name: true, phone: true }).loose()
type Values = { name: string; phone: string; birthDate: string; smsConsent: boolean; pushConsent: boolean }

/**
 * The rules of the registration. The birth date is asked only when none is on file, and is optional then. A phone on file stays as it is,
 * because older ones may break the rules of new ones.
 */
const checkFor =
  ({ phone }: Profile, minimumAge: number) =>
  (values: Values): Errors<Values> => {
    const { phone: wrongPhone, ...others } = errorsOf(Contact, values)
    const young = values.birthDate && tooYoung(values.birthDate, minimumAge, new Date())
    return {
      ...others,
      ...(wrongPhone && values.phone !== phone && { phone: wrongPhone }),
      ...(young && { birthDate: young }),
    }
  }

/** The user's name, phone and consents, and the birth date when it is missing. */
function ContactForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const { busy, problem, run } = useSubmit()
  const { name, phone, smsConsent, pushConsent } = profile
  const { minimumAge } = useSettings()
  const form = useForm<Values>(
    { name, phone: phone ?? '', birthDate: '', smsConsent, pushConsent },
    checkFor(profile, minimumAge),
  )

  const phoneField = form.text('phone')
  const isOther = (typed: string) => typed !== phone && toUsPhone(typed) !== phone
  const isOtherPhone = isOther(form.values.phone)
  /** A consent covers one number, so a new number starts without a consent. */
  function changePhone(event: ChangeEvent<HTMLInputElement>) {
    phoneField.onChange(event)
    if (isOther(event.target.value)) form.set('smsConsent', false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    void run(async () => {
      const sent = form.values
      const { birthDate, phone: typed, ...contact } = sent
      const json = { ...contact, ...(typed !== phone && { phone: typed }), ...(birthDate && { birthDate }) }
      const saved = await call(identity.my.profile.$post({ json }))
      client.setQueryData(['my', 'profile'], saved)
      // The answer is about the number that was sent. A number typed since starts without a consent.
      form.set('smsConsent', now =>
        now.phone === sent.phone && now.smsConsent === sent.smsConsent ? saved.smsConsent : now.smsConsent,
      )
      // The notification settings show the consent to pushes too.
      void client.invalidateQueries({ queryKey: ['push'] })
      toast.success('Contact details saved.')
      // The header shows the name from the session.
      if (saved.name !== name) void session.refresh()
    }, 'Your contact details could not be saved. Please try again.')
  }

  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <TextField {...form.text('name')} label="Full Name" autoComplete="name" required />
      <PhoneField {...phoneField} onChange={changePhone} />
      {!profile.birthDate && <BirthDate {...form.text('birthDate')} />}
      <ConsentFields form={form} />
      {profile.smsStopped && !isOtherPhone && <p className="text-muted text-sm">{SMS_STOPPED}</p>}
      {smsConsent && isOtherPhone && (
        <p role="status" className="text-muted text-sm">
          You agreed to SMS on your other number. Tick the box to get them on this one.
        </p>
      )}
      <Button type={form.submitType} variant="secondary" busy={busy} busyText="Saving..." className="self-start">
        Save Contact Details
      </Button>
    </form>
  )
}

function BirthDate(props: ReturnType<ReturnType<typeof useForm<Values>>['text']>) {
  const { minimumAge } = useSettings()
  const [latest] = useState(() => bornUntil(new Date(), 0))
  return (
    <TextField
      {...props}
      label="Birth Date"
      type="date"
      autoComplete="bday"
      max={latest}
      hint={`You must be ${minimumAge} or older. It can be set once.`}
    />
  )
}
