import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.ts'
import type { Profile } from './answers.ts'
import { ConsentFields } from './consent-fields.tsx'
import { RegisterBody } from './contract.ts'
import { identity } from './identity-client.ts'
import { PhoneField } from './reach-fields.tsx'
import { errorsOf, useForm } from './use-form.ts'
import { useSubmit } from './use-submit.ts'

const PhoneForm = RegisterBody.pick({ phone: true }).loose()

/** Phone and consents: how one may be reached. */
export function ContactForm({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const { busy, problem, run } = useSubmit()
  const { phone, smsConsent, pushConsent } = profile
  const form = useForm({ phone: phone ?? '', smsConsent, pushConsent }, values => errorsOf(PhoneForm, values))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    void run(async () => {
      const saved = await call(identity.my.profile.$post({ json: form.values }))
      transport.forget('/api/my')
      client.setQueryData(['my', 'profile'], saved)
      form.set('phone', saved.phone ?? '')
      toast.success('Contact details saved.')
    }, 'Your contact details could not be saved. Please try again.')
  }

  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <PhoneField {...form.text('phone')} />
      <ConsentFields form={form} />
      <Button type={form.submitType} variant="secondary" busy={busy} busyText="Saving..." className="self-start">
        Save Contact Details
      </Button>
    </form>
  )
}
