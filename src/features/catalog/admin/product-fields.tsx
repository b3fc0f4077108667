import type { ReactNode } from 'react'
import { TIERS } from '#platform/tiers.ts'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { PictureUploads, type PictureUploadsProps } from './picture-uploads.tsx'
import type { ProductDraft } from './product-draft.ts'
import { VariantFields } from './variant-fields.tsx'

export type FieldsProps = {
  draft: ProductDraft
  /** The sentence of each field (dotted path) that was refused. */
  errors: Record<string, string>
  set: (fields: Partial<ProductDraft>) => void
  /** Uploads may end while another is drawn, so pictures are changed from what they are then. */
  setPictures: PictureUploadsProps['onChange']
  freeDisplayOrders: readonly number[]
}

/** Every field of a product, in the order one fills them in. */
export function ProductFields(props: FieldsProps) {
  const { draft, errors, set, setPictures } = props
  return (
    <div className="flex flex-col gap-8">
      <Words {...props} />
      <PriceAndCredits {...props} />
      <Part title="Variants and stock">
        <VariantFields
          variants={draft.variants}
          pictures={draft.pictures}
          errors={errors}
          onChange={variants => set({ variants })}
        />
      </Part>
      <Part title="Pictures">
        <PictureUploads
          path="/api/products/images"
          pictures={draft.pictures}
          defaultAlt={draft.name}
          error={errors.pictures ?? errors.images}
          onChange={setPictures}
        />
      </Part>
      <Details {...props} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h3 className="label border-line border-b pb-2 text-muted">{title}</h3>
      {children}
    </section>
  )
}

/** The text fields of a draft, wired alike. */
const wired =
  ({ draft, errors, set }: FieldsProps) =>
  (
    name:
      | 'name'
      | 'slug'
      | 'description'
      | 'price'
      | 'salesPrice'
      | 'entries'
      | 'category'
      | 'displayOrder'
      | 'features'
      | 'specifications',
  ) => ({
    id: `product-${name}`,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })

function Words(props: FieldsProps) {
  const field = wired(props)
  return (
    <Part title="Product">
      <TextField label="Name" required maxLength={120} {...field('name')} />
      <TextAreaField label="Description" maxLength={5000} {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Category" maxLength={60} hint="Empty: the tier" {...field('category')} />
        <TextField label="Address" maxLength={140} hint="Empty: made from the name" prefix="/" {...field('slug')} />
      </div>
    </Part>
  )
}

function PriceAndCredits(props: FieldsProps) {
  const { draft, set, freeDisplayOrders } = props
  const field = wired(props)
  return (
    <Part title="Price and credits">
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        <TextField label="Price" prefix="$" inputMode="decimal" required {...field('price')} />
        <TextField
          label="Sale price"
          prefix="$"
          inputMode="decimal"
          hint="Below the regular price"
          {...field('salesPrice')}
        />
        <SelectField
          label="Tier"
          value={draft.tier}
          options={TIERS.map(tier => ({ value: tier, label: tier }))}
          onChange={({ target }) => set({ tier: target.value as ProductDraft['tier'] })}
        />
        <TextField label="Entries" inputMode="numeric" hint="Credits per unit" {...field('entries')} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <TextField
            label="Display order"
            inputMode="numeric"
            hint="Lower shows first; empty: random placement"
            {...field('displayOrder')}
          />
          <fieldset className="flex flex-wrap items-center gap-1.5">
            <legend className="sr-only">Free display orders</legend>
            <span className="text-muted text-sm">Free:</span>
            {freeDisplayOrders.map(order => (
              <button
                key={order}
                type="button"
                onClick={() => set({ displayOrder: String(order) })}
                className="figure min-h-9 min-w-9 rounded-sm border border-line-strong px-2 hover:border-ink"
              >
                {order}
              </button>
            ))}
          </fieldset>
        </div>
        <div className="flex flex-col">
          <CheckboxField
            label="In stock"
            hint="Without the tick it is not sold, whatever the stock"
            checked={draft.inStock}
            onChange={({ target }) => set({ inStock: target.checked })}
          />
          <CheckboxField
            label="Subscription"
            checked={draft.isSubscription}
            onChange={({ target }) => set({ isSubscription: target.checked })}
          />
          {draft.isSubscription && (
            <SelectField
              label="Interval"
              value={draft.interval}
              options={[
                { value: 'month', label: 'Every month' },
                { value: 'year', label: 'Every year' },
              ]}
              onChange={({ target }) => set({ interval: target.value as ProductDraft['interval'] })}
            />
          )}
        </div>
      </div>
    </Part>
  )
}

function Details(props: FieldsProps) {
  const field = wired(props)
  return (
    <Part title="Details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField label="Features" hint="One per line" {...field('features')} />
        <TextAreaField label="Specifications" hint="One per line, such as Weight: 1 lb" {...field('specifications')} />
      </div>
    </Part>
  )
}
