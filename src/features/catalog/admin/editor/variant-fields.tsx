import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { newVariant, type PictureDraft, type VariantDraft } from './product-draft.ts'

type VariantFieldsProps = {
  variants: readonly VariantDraft[]
  pictures: readonly PictureDraft[]
  errors: Record<string, string>
  onChange: (variants: VariantDraft[]) => void
}

/** The variants of a product, each with SKU and stock; a product without options has one line. */
export function VariantFields({ variants, pictures, errors, onChange }: VariantFieldsProps) {
  const patch = (key: string, change: Partial<VariantDraft>) =>
    onChange(variants.map(variant => (variant.key === key ? { ...variant, ...change } : variant)))
  const isCounted = variants.some(variant => variant.isCounted)
  return (
    <div className="flex flex-col gap-3">
      <CheckboxField
        label="Count the stock"
        hint="Without it the product sells without limit: memberships, made-to-order goods"
        checked={isCounted}
        onChange={({ target }) => onChange(variants.map(variant => ({ ...variant, isCounted: target.checked })))}
      />
      {variants.map((variant, at) => (
        <VariantRow
          key={variant.key}
          variant={variant}
          number={at + 1}
          pictures={pictures}
          errorOf={field => errors[`variants.${at}.${field}`]}
          onChange={change => patch(variant.key, change)}
          {...(variants.length > 1 && {
            onRemove: () => onChange(variants.filter(other => other.key !== variant.key)),
          })}
        />
      ))}
      <FieldError id={undefined}>{errors.variants}</FieldError>
      <Button
        variant="secondary"
        size="sm"
        icon="plus"
        className="self-start"
        onClick={() => onChange([...variants, newVariant(isCounted)])}
      >
        Add a variant
      </Button>
    </div>
  )
}

type VariantRowProps = {
  variant: VariantDraft
  number: number
  pictures: readonly PictureDraft[]
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<VariantDraft>) => void
  onRemove?: () => void
}

function VariantRow({ variant, number, pictures, errorOf, onChange, onRemove }: VariantRowProps) {
  return (
    <fieldset className="grid grid-cols-2 items-start gap-3 rounded-sm border border-line bg-raised p-3 sm:grid-cols-[2fr_1fr_1fr_1fr_1.4fr_auto]">
      <legend className="sr-only">Variant {number}</legend>
      <TextField
        id={`product-variants.${number - 1}.sku`}
        label="SKU"
        placeholder="Automatic"
        value={variant.sku}
        error={errorOf('sku')}
        onChange={({ target }) => onChange({ sku: target.value })}
      />
      <TextField
        label="Size"
        value={variant.size}
        error={errorOf('options.size')}
        onChange={({ target }) => onChange({ size: target.value })}
      />
      <TextField
        label="Color"
        value={variant.color}
        error={errorOf('options.color')}
        onChange={({ target }) => onChange({ color: target.value })}
      />
      <TextField
        id={`product-variants.${number - 1}.stock`}
        label="Stock"
        inputMode="numeric"
        required={variant.isCounted}
        disabled={!variant.isCounted}
        hint={variant.held > 0 ? `${variant.held} held` : undefined}
        value={variant.isCounted ? variant.stock : 'Not counted'}
        error={errorOf('stock')}
        onChange={({ target }) => onChange({ stock: target.value })}
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
      {onRemove && (
        <IconButton size="sm" icon="trash" label={`Remove variant ${number}`} className="mt-7" onClick={onRemove} />
      )}
    </fieldset>
  )
}
