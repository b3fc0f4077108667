import { type FormEvent, useState } from 'react'
import { errorsOf, useForm } from '#features/identity/web/use-form.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { Prize } from '../../contract.ts'
import type { PapersApi } from '../api.server.ts'
import { TaxFormBody } from '../contract.ts'
import { prizesChanged } from '../prize-client.ts'

const EMPTY = {
  firstName: '',
  lastName: '',
  numberKind: 'ssn',
  number: '',
  isBackupWithheld: false,
  isTrue: false,
  signedAs: '',
}

const KINDS = [
  { value: 'ssn', label: 'Social Security number' },
  { value: 'itin', label: 'Individual taxpayer number (ITIN)' },
] as const

type TaxFormProps = { prize: Prize; linkKey: string | undefined; onSent: () => void }

/** Form W-9 for the winner of a prize that the shop reports. It can be sent again until staff have checked it. */
export function TaxForm({ prize, linkKey, onSent }: TaxFormProps) {
  const status = prize.papers.find(({ kind }) => kind === 'tax-form')?.status
  const [isOpen, setOpen] = useState(status === 'asked')
  const { busy, problem, run } = useSubmit()
  const form = useForm(EMPTY, values => errorsOf(TaxFormBody, values))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    const json = { ...TaxFormBody.parse(form.values), ...(linkKey && { key: linkKey }) }
    const post = clientOf<PapersApi>().prizes[':id']['tax-form'].$post
    void run(async () => {
      await call(post({ param: { id: prize.id }, json }))
      setOpen(false)
      await prizesChanged()
      onSent()
    }, 'The form could not be sent. Please try again.')
  }
  if (!isOpen)
    return (
      <section>
        <SectionHeading>Form W-9</SectionHeading>
        <p role="status" className="mb-3">
          We have your form and check it now.
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Send it again
        </Button>
      </section>
    )
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <SectionHeading>Form W-9</SectionHeading>
      <p className="text-muted text-sm">
        The law asks us to report prizes of this value, with your taxpayer number. It is stored encrypted, only an owner
        of the shop can read it, and it is deleted after four years. You can send{' '}
        <TextLink to="https://www.irs.gov/pub/irs-pdf/fw9.pdf">the paper form</TextLink> by mail instead. Never send it
        by e-mail.
      </p>
      <FormError>{problem}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...form.text('firstName')} label="First Name" autoComplete="given-name" required />
        <TextField {...form.text('lastName')} label="Last Name" autoComplete="family-name" required />
        <SelectField {...form.text('numberKind')} label="Your number" options={KINDS} required />
        <TextField
          {...form.text('number')}
          label="Number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={11}
          hint="Nine digits"
          required
        />
      </div>
      <CheckboxField
        {...form.box('isBackupWithheld')}
        label="The IRS has told me that I am subject to backup withholding."
      />
      <CheckboxField
        {...form.box('isTrue')}
        label="Under penalties of perjury: the number is mine, the rest is true, and I am a U.S. citizen or another U.S. person."
        error={form.text('isTrue').error}
      />
      <TextField
        {...form.text('signedAs')}
        label="Signature"
        hint="Type your full name"
        autoComplete="name"
        required
        className="sm:w-1/2"
      />
      <Button type={form.submitType} busy={busy} busyText="Sending..." className="self-start">
        Send the form
      </Button>
    </form>
  )
}
