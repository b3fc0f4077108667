import type { FormEvent } from 'react'
import { addressFormState } from '#kernel/shipping/address-form-state.ts'
import { checkAddress } from '#kernel/shipping/us-address/address-check.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useAddressQuestion } from '../../shipping/web/address-question.tsx'
import { ADDRESS_NAMES, ShippingFields } from '../../shipping/web/shipping-fields.tsx'
import type { Profile } from '../../user/answers.ts'
import { ShippingAddress } from '../../user/contract.ts'
import { missingAddressFields } from '../../user/rules.ts'
import { type Errors, useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'

const ADDRESS_FAILED = 'Failed to save shipping address. Please try again.'
type Address = Record<keyof typeof ADDRESS_NAMES, string>
const LABELS: Partial<Record<keyof Address, string>> = {
  line1: 'Address Line 1',
  city: 'City',
  state: 'State',
  postalCode: 'Postal Code',
}

/** Marks each blank required field, or what no post office knows; the box above says it too. */
function problemsOf(values: Address): Errors<Address> {
  const labels = missingAddressFields(values)
  const fields = Object.entries(LABELS).filter(([, label]) => labels.includes(label))
  if (fields.length === 0) return checkAddress(values).faults
  return Object.fromEntries(fields.map(([field, label]) => [field, `${label} is required`]))
}

/** `addressConfirmed` says that it is right although city, state and ZIP code do not agree. */
export type TypedAddress = ShippingAddress & { addressConfirmed?: true }

type Props = {
  /** The address to change; null for a new one. */
  address: Profile['shippingAddress']
  save: (address: TypedAddress) => Promise<unknown>
  /** Offers to leave the form without a change. */
  onCancel?: (() => void) | undefined
}

/** The fields of one address. What was typed stays after a refusal. */
export function AddressForm({ address, save, onCancel }: Props) {
  const { busy, problem, setProblem, run } = useSubmit()
  const form = useForm<Address>({ ...addressFormState(address), country: address?.country ?? 'US' }, problemsOf)
  const { confirmed, question } = useAddressQuestion(form.values, form.fill)

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    const { line2: second, ...rest } = form.values
    const typed = ShippingAddress.safeParse(second.trim() ? form.values : rest)
    form.isValid()
    if (!typed.success) return setProblem(typed.error.issues[0]!.message)
    void run(async () => void (await save({ ...typed.data, ...confirmed })), ADDRESS_FAILED)
  }

  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <ShippingFields<Address> form={form} names={ADDRESS_NAMES} />
      {question}
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
