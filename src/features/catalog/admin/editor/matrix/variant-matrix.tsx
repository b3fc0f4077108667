import { memo } from 'react'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { PictureFormState } from '../product-form-state.ts'
import { problemOfCell } from './cells.ts'
import { LeftOut } from './left-out.tsx'
import { OptionFields } from './option-fields.tsx'
import { liveRows, type Matrix, type VariantFormState } from './variant-form-state.ts'
import { VariantGrid } from './variant-grid.tsx'

type VariantMatrixProps = {
  matrix: Matrix
  /** The product's price as typed; variants without a price of their own have it. */
  basePrice: string
  isSubscription: boolean
  pictures: readonly PictureFormState[]
  errors: Record<string, string>
  /** Has a stable identity. @param paths whose errors the change clears; default: all of the variants. */
  onChange: (change: (now: Matrix) => Matrix, paths?: readonly string[]) => void
}

/**
 * Options and variants of a product; a product without options has one line with SKU and stock. Memoised, because the other fields of the
 * form change none of its 300 cells.
 */
export const VariantMatrix = memo(function VariantMatrix(props: VariantMatrixProps) {
  const { matrix, basePrice, isSubscription, pictures, errors, onChange } = props
  const rows = liveRows(matrix)
  const isCounted = rows.some(row => row.isCounted)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CheckboxField
        label="Count the stock"
        hint="Without it the product sells without limit: memberships, made-to-order goods"
        checked={isCounted}
        onChange={({ target }) =>
          onChange(now => ({ ...now, rows: now.rows.map(row => ({ ...row, isCounted: target.checked })) }))
        }
      />
      {!isSubscription && <OptionFields matrix={matrix} errors={errors} onChange={onChange} />}
      {matrix.options.length > 0 ? (
        <VariantGrid {...{ matrix, basePrice, pictures, errors, onChange }} hasPrices={!isSubscription} />
      ) : (
        rows.map(row => (
          <OnlyVariant
            key={row.key}
            variant={row}
            pictures={pictures}
            errors={errors}
            onChange={change =>
              onChange(now => ({
                ...now,
                rows: now.rows.map(one => (one.key === row.key ? { ...one, ...change } : one)),
              }))
            }
          />
        ))
      )}
      <LeftOut matrix={matrix} onChange={onChange} />
      <FieldError id={undefined}>{errors.variants}</FieldError>
    </div>
  )
})

type OnlyVariantProps = {
  variant: VariantFormState
  pictures: readonly PictureFormState[]
  errors: Record<string, string>
  onChange: (change: Partial<VariantFormState>) => void
}

function OnlyVariant({ variant, pictures, errors, onChange }: OnlyVariantProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-5">
      <TextField
        id="product-variants.0.sku"
        label="SKU"
        placeholder="Automatic"
        value={variant.sku}
        error={errors['variants.0.sku']}
        onChange={({ target }) => onChange({ sku: target.value })}
      />
      <TextField
        id="product-variants.0.stock"
        label="Stock"
        inputMode="numeric"
        required={variant.isCounted}
        disabled={!variant.isCounted}
        hint={variant.held > 0 ? `${variant.held} held` : undefined}
        value={variant.isCounted ? variant.stock : 'Not counted'}
        error={errors['variants.0.stock']}
        onChange={({ target }) => onChange({ stock: target.value })}
      />
      <TextField
        id="product-variants.0.weightGrams"
        label="Weight (g)"
        inputMode="numeric"
        autoComplete="off"
        value={variant.weightGrams}
        error={errors['variants.0.weightGrams'] ?? problemOfCell('weightGrams', variant.weightGrams)}
        onChange={({ target }) => onChange({ weightGrams: target.value })}
      />
      <TextField
        id="product-variants.0.place"
        label="Shelf"
        autoComplete="off"
        maxLength={40}
        value={variant.place}
        error={errors['variants.0.place']}
        onChange={({ target }) => onChange({ place: target.value })}
      />
      <SelectField
        label="Picture"
        value={variant.image ?? ''}
        options={[
          { value: '', label: 'Primary' },
          ...pictures.map(({ image, alt }, at) => ({ value: image, label: `${at + 1}. ${alt}` })),
        ]}
        onChange={({ target }) => onChange({ image: target.value || null })}
      />
    </div>
  )
}
