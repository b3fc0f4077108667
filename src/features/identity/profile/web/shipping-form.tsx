import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import type { Profile } from '../../answers.ts'
import { ShippingAddress } from '../../contract.ts'
import { missingAddressFields } from '../../rules.ts'
import { identity } from '../../web/identity-client.ts'
import { type Errors, useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { type AddressNames, ShippingFields } from './shipping-fields.tsx'
import { tellAddressSaved } from './use-shipping-status.ts'

const ADDRESS_FAILED = 'Failed to save shipping address. Please try again.'
type Address = Record<keyof AddressNames<Record<string, string>>, string>
const NAMES: AddressNames<Address> = {
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
}
const LABELS: Partial<Record<keyof Address, string>> = {
  line1: 'Address Line 1',
  city: 'City',
  state: 'State',
  postalCode: 'Postal Code',
}

/** Marks each blank required field; the box above lists all of them. */
function missing(values: Address): Errors<Address> {
  const labels = missingAddressFields(values)
  const fields = Object.entries(LABELS).filter(([, label]) => labels.includes(label))
  return Object.fromEntries(fields.map(([field, label]) => [field, `${label} is required`]))
}

type Props = {
  profile: Pick<Profile, 'shippingAddress'>
  onSaved?: () => unknown
  /** Offers to leave the form without a change. */
  onCancel?: (() => void) | undefined
}

/** The shipping address for prizes and orders. */
export function ShippingForm({ profile, onSaved, onCancel }: Props) {
  const client = useQueryClient()
  const { busy, problem, setProblem, run } = useSubmit()
  const { line1 = '', line2, city = '', state = '', postalCode = '', country = 'US' } = profile.shippingAddress ?? {}
  const form = useForm<Address>({ line1, line2: line2 ?? '', city, state, postalCode, country }, missing)

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    const { line2: second, ...rest } = form.values
    const address = ShippingAddress.safeParse(second.trim() ? form.values : rest)
    form.isValid()
    if (!address.success) return setProblem(address.error.issues[0]!.message)
    void run(async () => {
      const saved = await call(identity.my.profile.$post({ json: { shippingAddress: address.data } }))
      client.setQueryData(['my', 'profile'], saved)
      tellAddressSaved()
      toast.success('Shipping address saved successfully.')
      await onSaved?.()
    }, ADDRESS_FAILED)
  }

  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <ShippingFields form={form} names={NAMES} />
      <div className="flex flex-wrap gap-3">
        <Button type={form.submitType} busy={busy} busyText="Saving...">
          Save Address
        </Button>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
