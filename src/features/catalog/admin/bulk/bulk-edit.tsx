import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { AdminProduct } from '../../products/admin-contract.ts'
import { type FieldName, PRODUCT } from '../../products/product-fields.ts'
import { BulkChange, type BulkEffect } from '../../products/product-input.ts'
import { productsChanged, productsClient, sayIfBroken } from '../list/products-client.ts'
import { type BulkFormState, bulkChangeOf, bulkValue, EMPTY } from './bulk-form-state.ts'

type BulkEditProps = {
  products: readonly AdminProduct[]
  onClose: () => void
  onDone: () => void
}

/** Changes several products alike: first previews the effect on each product, then applies to all or none. */
export function BulkEdit({ products, onClose, onDone }: BulkEditProps) {
  const [current, setCurrent] = useState(EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [effects, setEffects] = useState<readonly BulkEffect[] | null>(null)
  const count = products.length === 1 ? '1 product' : `${products.length} products`

  const asking = useMutation({
    mutationFn: (apply: boolean) => {
      const chosen = products.map(({ id, version }) => ({ id, version }))
      return call(
        productsClient().admin.products.bulk.$post({
          json: { products: chosen, change: bulkChangeOf(current), apply },
        }),
      )
    },
    async onSuccess({ applied, effects: found }) {
      if (!applied) return setEffects(found)
      await productsChanged()
      toast.success(`${count} changed`)
      onDone()
      onClose()
    },
    onError(error) {
      if (error instanceof ApiError && error.code === 'bulk_refused') setEffects(error.details.effects as BulkEffect[])
      // The list behind the dialog shows the saved edits of others; staff select the products again there.
      else if (error instanceof ApiError && error.code === 'version_conflict') void productsChanged()
      else setErrors(problemsOfAnswer(error))
      sayIfBroken(error)
    },
  })

  function set(change: Partial<BulkFormState>) {
    setCurrent(now => ({ ...now, ...change }))
    setErrors({})
    asking.reset()
  }
  function preview() {
    const checked = BulkChange.safeParse(bulkChangeOf(current))
    const found = checked.success ? {} : problemsIn(checked.error)
    setErrors(found)
    if (checked.success) asking.mutate(false)
  }

  const refused = effects?.filter(({ problem }) => problem).length ?? 0
  const changing = effects?.filter(({ changes }) => changes.length > 0).length ?? 0
  return (
    <Dialog
      onOpenChange={onClose}
      size="lg"
      title={`Edit ${count}`}
      description={effects ? 'A preview of each product. Nothing is changed yet.' : 'Empty fields stay as they are.'}
      footer={
        effects ? (
          <>
            <Button variant="secondary" onClick={() => setEffects(null)}>
              Back
            </Button>
            <Button
              disabled={refused > 0 || changing === 0}
              busy={asking.isPending}
              busyText="Saving..."
              onClick={() => asking.mutate(true)}
            >
              Change {changing === 1 ? '1 product' : `${changing} products`}
            </Button>
          </>
        ) : (
          <DialogButtons
            type="submit"
            form="bulk-form"
            busy={asking.isPending}
            busyText="Looking..."
            onCancel={onClose}
          >
            Preview
          </DialogButtons>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <FormError>
          {messageOf(asking.error) ?? (Object.values(errors)[0] && 'Please check your input and try again.')}
        </FormError>
        {effects ? (
          <BulkEffects effects={effects} />
        ) : (
          <BulkFields current={current} errors={errors} set={set} onSubmit={preview} />
        )}
      </div>
    </Dialog>
  )
}

function messageOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'version_conflict') return error?.message
  const names = (error.details.products as { name: string }[]).map(({ name }) => name).join(', ')
  return withFullStop(`${error.message} Nothing was changed. Close this and choose again: ${names}`)
}

type BulkFieldsProps = {
  current: BulkFormState
  errors: Record<string, string>
  set: (change: Partial<BulkFormState>) => void
  onSubmit: () => void
}

const PERCENT = <span className="pr-4 text-muted">%</span>
const STAYS = { value: '', label: 'Stays as it is' }

function BulkFields({ current, errors, set, onSubmit }: BulkFieldsProps) {
  const text = (name: keyof BulkFormState, error?: string) => ({
    value: current[name],
    error,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  const choice = (name: keyof BulkFormState) => ({
    value: current[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  return (
    <form
      id="bulk-form"
      noValidate
      className="grid items-start gap-4 sm:grid-cols-2"
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextField
        label="Price"
        prefix="$"
        inputMode="decimal"
        placeholder="Stays as it is"
        {...text('price', errors.price)}
      />
      <SelectField
        label="Tier"
        options={[STAYS, ...TIERS.map(tier => ({ value: tier, label: tier }))]}
        {...choice('tier')}
      />
      <SelectField
        label="Sale"
        options={[
          STAYS,
          { value: 'percent', label: 'Percent below the price' },
          { value: 'price', label: 'One sale price' },
          { value: 'none', label: 'No sale' },
        ]}
        {...choice('sale')}
      />
      {current.sale === 'percent' || current.sale === 'price' ? (
        <TextField
          label={current.sale === 'percent' ? 'Percent off' : 'Sale price'}
          {...(current.sale === 'percent' ? { suffix: PERCENT } : { prefix: '$' })}
          inputMode="decimal"
          {...text('saleValue', errors.salePercent ?? errors.salesPrice)}
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      <TextField label="Category" maxLength={60} placeholder="Stays as it is" {...text('category', errors.category)} />
      <SelectField
        label="In stock"
        options={[STAYS, { value: 'yes', label: 'Yes: for sale' }, { value: 'no', label: 'No: not for sale' }]}
        {...choice('inStock')}
      />
      <SelectField
        label="Display order"
        options={[
          STAYS,
          { value: 'from', label: 'One after another, from' },
          { value: 'none', label: 'Random placement' },
        ]}
        {...choice('order')}
      />
      {current.order === 'from' && (
        <TextField
          label="First number"
          inputMode="numeric"
          hint="Skips numbers that other products use"
          {...text('orderFrom', errors.displayOrder)}
        />
      )}
    </form>
  )
}

/** Preview of the effect of a change on each product. */
function BulkEffects({ effects }: { effects: readonly BulkEffect[] }) {
  return (
    <Table caption="Preview of each product" captionHidden className="max-md:min-w-0!" head={['Product', 'Change']}>
      {effects.map(({ id, name, changes, problem }) => (
        <tr key={id}>
          <Cell className="align-top font-semibold">{name}</Cell>
          <Cell className="align-top">
            {changes.length === 0 && <span className="text-muted">No change</span>}
            {changes.map(({ field, before, after }) => (
              <span key={field} className="block">
                {PRODUCT.labels[field as FieldName]}: <s className="text-muted">{bulkValue(field, before)}</s>{' '}
                <strong>{bulkValue(field, after)}</strong>
              </span>
            ))}
            {problem && (
              <span className="mt-1 flex items-start gap-1.5 text-danger">
                <Icon name="warning" size={16} className="mt-0.5" />
                {problem}
              </span>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
