import { type FormEvent, useId } from 'react'
import { useAddressQuestion } from '#features/identity/shipping/web/address-question.tsx'
import { ADDRESS_NAMES, ShippingFields } from '#features/identity/shipping/web/shipping-fields.tsx'
import { errorsOf, useForm } from '#features/identity/web/use-form.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { addressFormState } from '#kernel/shipping/address-form-state.ts'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import type { ShipTo } from '../../contract.ts'
import { OrderAddressBody, StaffOrderAddressBody } from '../contract.ts'

type FormState = Record<keyof ShipTo | 'reason', string>

const WORDS: Record<keyof FormState, string> = {
  name: 'name',
  line1: 'address line 1',
  line2: 'address line 2',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
  country: 'country',
  reason: 'reason',
}

const formStateOf = (shipTo: ShipTo | null, name: string): FormState => ({
  name: shipTo?.name ?? name,
  ...addressFormState(shipTo),
  country: shipTo?.country ?? 'US',
  reason: '',
})

type AddressDialogProps = {
  order: { reference: string; shipTo: ShipTo | null }
  /** The recipient by default. */
  name: string
  /** Staff give a reason, and the browser does not fill in their own address. */
  isStaff?: boolean
  /** Sends the address; a failure keeps the form. */
  save: (body: StaffOrderAddressBody) => Promise<void>
  onClose: () => void
}

/** Gives or corrects the address of an order, for its buyer and for staff. */
export function AddressDialog({ order, name, isStaff = false, save, onClose }: AddressDialogProps) {
  const id = useId()
  const { busy, problem, run } = useSubmit()
  const opened = formStateOf(order.shipTo, name)
  const form = useForm<FormState>(opened, ({ reason, ...address }) =>
    isStaff ? errorsOf(StaffOrderAddressBody, { ...address, reason }) : errorsOf(OrderAddressBody, address),
  )
  const { values } = form
  const { confirmed, question } = useAddressQuestion(values, form.fill)
  const fields = Object.keys(WORDS) as (keyof FormState)[]
  const unsaved = useUnsaved(
    fields.filter(field => values[field] !== opened[field]).map(field => WORDS[field]),
    onClose,
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    void run(
      () =>
        save({ ...values, ...confirmed, line2: values.line2.trim() || null }).catch(error => {
          form.show(problemsOfAnswer(error))
          throw error
        }),
      'The address could not be saved. Please try again.',
    )
  }

  return (
    <Dialog
      startsInField
      onOpenChange={unsaved.leave}
      title={`${order.shipTo ? 'Correct' : 'Add'} the shipping address`}
      description={`For order ${order.reference} alone.`}
      footer={
        <DialogButtons type={form.submitType} form={id} busy={busy} busyText="Saving..." onCancel={unsaved.leave}>
          Save Address
        </DialogButtons>
      }
    >
      <form {...form.form} id={id} onSubmit={submit} className="flex flex-col gap-5">
        <FormError>{problem}</FormError>
        <TextField {...form.text('name')} label="Full Name" autoComplete={isStaff ? 'off' : 'shipping name'} required />
        <ShippingFields<FormState> form={form} names={ADDRESS_NAMES} isOwn={!isStaff} />
        {question}
        {isStaff && (
          <ReasonField
            label="Reason, for staff"
            value={values.reason}
            error={form.text('reason').error}
            onChange={reason => form.set('reason', reason)}
          />
        )}
      </form>
      <LeaveDialog unsaved={unsaved} />
    </Dialog>
  )
}
