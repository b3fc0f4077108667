import { TIERS } from '#kernel/values/tiers.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type ProductDraft, withSubscription } from './product-draft.ts'
import { type FieldsProps, wired } from './product-form.ts'

/** Price, credits, display order, and whether and how the product is sold. */
export function PriceAndCredits(props: FieldsProps) {
  const { draft, set, freeDisplayOrders } = props
  const field = wired(props)
  return (
    <FormSection title="Price and credits">
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        <TextField
          label="Price"
          prefix="$"
          inputMode="decimal"
          // Empty numbers become 0, and the shop issues the credits of a free product as well.
          hint={/^[0.,\s]*$/.test(draft.price) ? 'Free: its credits cost nothing' : undefined}
          {...field('price')}
        />
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
            onChange={({ target }) => set(withSubscription(draft, target.checked))}
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
    </FormSection>
  )
}
