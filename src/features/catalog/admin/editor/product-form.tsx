import { useDeferredValue } from 'react'
import { priceInWords } from '#features/cart/prices/shown-price.ts'
import { useSettings } from '#kernel/client/site.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { numberIn } from '#kernel/values/typed-number.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PictureList, type PictureListProps } from '#ui/picture-list/picture-list.tsx'
import type { RecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { FIELDS, type FieldName, fieldOf, PRODUCT, type TypedValues } from '../../products/product-fields.ts'
import type { Matrix } from './matrix/variant-form-state.ts'
import { VariantMatrix } from './matrix/variant-matrix.tsx'
import { type ProductFormState, withSubscription } from './product-form-state.ts'

const UPLOAD_MESSAGES = {
  allFailed: 'Image upload failed. Ensure S3 is configured…',
  someFailed: 'Some image uploads failed. Please try again.',
}

type FieldsProps = {
  current: ProductFormState
  /** Props of a text field. */
  text: RecordEditor<ProductFormState>['text']
  /** The error sentence of each refused field (dotted path). */
  errors: Record<string, string>
  set: (fields: Partial<ProductFormState>) => void
  /** An updater function, because an upload may end while another renders. */
  setPictures: PictureListProps['onChange']
  changeVariants: (change: (now: Matrix) => Matrix, paths?: readonly string[]) => void
  onUploading: (count: number) => void
  freeDisplayOrders: readonly number[]
  /** Existing categories to choose from; staff may type another. */
  categories: readonly string[]
}

/** The fields that are typed as text. */
type TextName = { [F in FieldName]: TypedValues[F] extends string ? F : never }[FieldName]

const wired =
  ({ text }: FieldsProps) =>
  (name: TextName) => ({ ...PRODUCT.controlOf(name), ...text(name) })

/** All fields of a product, in the usual order of entry. */
export function ProductFields(props: FieldsProps) {
  const { current, errors, setPictures, onUploading } = props
  // Every cell without a price of its own shows it. They follow in the next frame.
  const basePrice = useDeferredValue(current.price)
  return (
    <div className="flex flex-col gap-8">
      <Words {...props} />
      <PriceAndCredits {...props} />
      <FormSection title="Variants and stock">
        <VariantMatrix
          matrix={current.variants}
          basePrice={basePrice}
          isSubscription={current.isSubscription}
          pictures={current.pictures}
          errors={errors}
          onChange={props.changeVariants}
        />
      </FormSection>
      <FormSection title="Pictures">
        <PictureList
          path="/api/products/images"
          ratio="square"
          messages={UPLOAD_MESSAGES}
          pictures={current.pictures}
          onUploading={onUploading}
          defaultAlt={current.name}
          error={errors.pictures ?? errors.images}
          onChange={setPictures}
        />
      </FormSection>
      <Details {...props} />
    </div>
  )
}

function Words(props: FieldsProps) {
  const field = wired(props)
  return (
    <FormSection title="Product">
      <TextField required {...field('name')} />
      <TextAreaField {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField list="product-categories" autoComplete="off" {...field('category')} />
        <datalist id="product-categories">
          {props.categories.map(category => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextField {...field('slug')} prefix="/" />
      </div>
    </FormSection>
  )
}

const DETAILS = PRODUCT.names.filter(name => fieldOf(name).isDetail) as TextName[]

function Details(props: FieldsProps) {
  const field = wired(props)
  return (
    <FormSection title="Details">
      <div className="grid gap-4 sm:grid-cols-2">
        {DETAILS.map(name => {
          const Control = fieldOf(name).isMultiline ? TextAreaField : TextField
          return <Control key={name} {...field(name)} />
        })}
      </div>
    </FormSection>
  )
}
/** The price as shoppers will see it, with the fee. */
function PriceSeen({ current }: { current: ProductFormState }) {
  const settings = useSettings()
  const price = numberIn(current.price)
  const salesPrice = current.salesPrice.trim() === '' ? null : numberIn(current.salesPrice)
  if (!(price > 0) || Number.isNaN(salesPrice)) return null
  const words = priceInWords({ price, salesPrice, isSubscription: current.isSubscription }, settings)
  return <p className="text-muted text-sm">Shoppers see {words}.</p>
}

/** Price, credits, display order, and whether and how the product is sold. */
function PriceAndCredits(props: FieldsProps) {
  const { current, set, freeDisplayOrders } = props
  const field = wired(props)
  return (
    <FormSection title="Price and credits">
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        <TextField
          {...field('price')}
          // The shop issues the credits of a free product as well.
          hint={numberIn(current.price) === 0 ? 'Free: its credits cost nothing' : undefined}
        />
        <TextField {...field('salesPrice')} />
        <SelectField
          label={PRODUCT.labels.tier}
          value={current.tier}
          options={TIERS.map(tier => ({ value: tier, label: tier }))}
          onChange={({ target }) => set({ tier: target.value as ProductFormState['tier'] })}
        />
        <TextField {...field('entries')} />
      </div>
      <PriceSeen current={current} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <TextField {...field('displayOrder')} />
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
            label={PRODUCT.labels.inStock}
            hint={FIELDS.inStock.hint}
            checked={current.inStock}
            onChange={({ target }) => set({ inStock: target.checked })}
          />
          <CheckboxField
            label={PRODUCT.labels.isSubscription}
            checked={current.isSubscription}
            onChange={({ target }) => set(withSubscription(current, target.checked))}
          />
          {current.isSubscription && (
            <SelectField
              label={PRODUCT.labels.interval}
              value={current.interval}
              options={[
                { value: 'month', label: 'Every month' },
                { value: 'year', label: 'Every year' },
              ]}
              onChange={({ target }) => set({ interval: target.value as ProductFormState['interval'] })}
            />
          )}
        </div>
      </div>
    </FormSection>
  )
}
