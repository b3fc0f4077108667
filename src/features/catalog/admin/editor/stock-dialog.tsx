import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { numberIn } from '#kernel/values/typed-number.ts'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import type { AdminProduct, AdminVariant } from '../../products/admin-contract.ts'
import { StockAdjustment } from '../../products/product-input.ts'
import { productsChanged, productsClient } from '../list/products-client.ts'

const nameOf = ({ sku, options }: AdminVariant) => [sku, options.size, options.color].filter(Boolean).join(' · ')

/** Adds received units or takes away lost ones. Only the difference is sent, so concurrent sales are kept. */
export function StockDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const counted = product.variants.filter(({ stockOnHand }) => stockOnHand !== null)
  const [variantId, setVariantId] = useState(counted[0]?.id ?? '')
  const [by, setBy] = useState('')
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<string>()
  const sendOnce = useIdempotentSend()
  const variant = counted.find(({ id }) => id === variantId)
  const units = numberIn(by)
  const checked = StockAdjustment.shape.by.safeParse(units)

  const adjusting = useMutation({
    mutationFn() {
      const json = { variantId, by: units, ...(reason.trim() && { reason: reason.trim() }) }
      return sendOnce(json, options =>
        call(productsClient().admin.products[':id'].stock.$post({ param: { id: product.id }, json }, options)),
      )
    },
    async onSuccess({ stockOnHand }) {
      await productsChanged()
      toast.success(`${variant?.sku ?? product.name} has ${stockOnHand} on hand`)
      onClose()
    },
  })

  function adjust(event: FormEvent) {
    event.preventDefault()
    if (checked.error) return setRefused(checked.error.issues[0]!.message)
    adjusting.mutate()
  }

  return (
    <Dialog
      startsInField
      onOpenChange={onClose}
      title="Adjust stock"
      description={product.name}
      size="sm"
      footer={
        <DialogButtons
          type="submit"
          form="stock-form"
          disabled={!variant}
          busy={adjusting.isPending}
          busyText="Adjusting..."
          onCancel={onClose}
        >
          Adjust stock
        </DialogButtons>
      }
    >
      {variant ? (
        <form id="stock-form" noValidate className="flex flex-col gap-4" onSubmit={adjust}>
          <FormError>{adjusting.error?.message}</FormError>
          {counted.length > 1 && (
            <SelectField
              label="Variant"
              value={variantId}
              options={counted.map(one => ({ value: one.id, label: nameOf(one) }))}
              onChange={({ target }) => setVariantId(target.value)}
            />
          )}
          <TextField
            label="Units in (or out, with a minus)"
            inputMode="text"
            autoComplete="off"
            value={by}
            error={refused}
            hint={
              checked.success && variant.stockOnHand! + units >= variant.held
                ? `${variant.stockOnHand} on hand, ${variant.stockOnHand! + units} after`
                : `${variant.stockOnHand} on hand, ${variant.held} held`
            }
            onChange={({ target }) => {
              setBy(target.value)
              setRefused(undefined)
            }}
          />
          <ReasonField label="Reason, for the record" optional value={reason} onChange={setReason} />
        </form>
      ) : (
        <p className="text-muted">The stock of this product is not counted. Give it a number in the form first.</p>
      )}
    </Dialog>
  )
}
