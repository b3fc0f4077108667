import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { CatalogAdminApi } from '#features/catalog/admin-api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Chip } from '#ui/data/chip.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { RecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { COUPON } from '../../coupon-fields.ts'
import type { CouponFormState } from './coupon-form-state.ts'

type FieldsProps = {
  current: CouponFormState
  /** Props of a text field. */
  text: RecordEditor<CouponFormState>['text']
  /** Messages by field (dotted path of the API). */
  errors: Record<string, string>
  set: (fields: Partial<CouponFormState>) => void
  /** The coupon is in use, so its terms are fixed. */
  isInUse: boolean
}

export function CouponFields(props: FieldsProps) {
  return (
    <div className="flex flex-col gap-8">
      {props.isInUse && (
        <Notice>It has been used. Only its dates, its limits and its note can still be changed.</Notice>
      )}
      <Discount {...props} />
      <When {...props} />
      <Who {...props} />
      <What {...props} />
    </div>
  )
}

type Discounted = CouponFormState['discount']
type TextName = 'code' | 'note' | 'startsAt' | 'endsAt' | 'minimumSubtotal' | 'totalLimit' | 'personLimit'

const wired =
  ({ text }: FieldsProps) =>
  (name: TextName) => ({ ...COUPON.controlOf(name), ...text(name) })

const PERCENT = <span className="pr-4 text-muted">%</span>

function Discount(props: FieldsProps) {
  const { current, errors, set, isInUse } = props
  const field = wired(props)
  const setDiscount = (change: Partial<Discounted>) => set({ discount: { ...current.discount, ...change } })
  return (
    <FormSection title="Discount">
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <TextField
          required
          disabled={isInUse}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="col-span-2 sm:col-span-1"
          inputClassName="uppercase"
          {...field('code')}
        />
        <SelectField
          label="Kind"
          disabled={isInUse}
          value={current.discount.kind}
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'flat', label: 'Flat sum' },
          ]}
          onChange={({ target }) => setDiscount({ kind: target.value as Discounted['kind'] })}
        />
        <TextField
          label={current.discount.kind === 'percent' ? 'Percent off' : 'Dollars off'}
          required
          disabled={isInUse}
          {...(current.discount.kind === 'percent' ? { suffix: PERCENT } : { prefix: '$' })}
          inputMode="decimal"
          id="coupon-discount.amount"
          value={current.discount.amount}
          error={errors['discount.amount']}
          onChange={({ target }) => setDiscount({ amount: target.value })}
        />
      </div>
      <TextAreaField {...field('note')} />
    </FormSection>
  )
}

function When(props: FieldsProps) {
  const field = wired(props)
  return (
    <FormSection title="Dates">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField type="datetime-local" {...field('startsAt')} />
        <TextField type="datetime-local" {...field('endsAt')} />
      </div>
    </FormSection>
  )
}

function Who(props: FieldsProps) {
  const { current, set, isInUse } = props
  const field = wired(props)
  return (
    <FormSection title="How often, and by whom">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...field('totalLimit')} />
        <TextField {...field('personLimit')} />
      </div>
      <CheckboxField
        label={COUPON.labels.firstOrderOnly}
        hint={COUPON.controlOf('firstOrderOnly').hint}
        disabled={isInUse}
        checked={current.firstOrderOnly}
        onChange={({ target }) => set({ firstOrderOnly: target.checked })}
      />
    </FormSection>
  )
}

function What(props: FieldsProps) {
  const { current, errors, set, isInUse } = props
  const field = wired(props)
  return (
    <FormSection title="What it applies to">
      <TextField disabled={isInUse} className="sm:w-1/2" {...field('minimumSubtotal')} />
      <fieldset disabled={isInUse}>
        <legend className="font-semibold text-sm">Tiers</legend>
        <p className="text-muted text-sm">Without tiers and products it applies to all goods.</p>
        <div className="flex flex-wrap gap-x-6">
          {TIERS.map(tier => (
            <CheckboxField
              key={tier}
              label={tier}
              checked={current.tiers.includes(tier)}
              onChange={({ target }) =>
                set({
                  tiers: target.checked ? [...current.tiers, tier] : current.tiers.filter(other => other !== tier),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <ProductChoice
        products={current.productIds}
        error={errors.productIds}
        disabled={isInUse}
        onChange={productIds => set({ productIds })}
      />
      <CheckboxField
        label={COUPON.labels.combinable}
        hint={COUPON.controlOf('combinable').hint}
        disabled={isInUse}
        checked={current.combinable}
        onChange={({ target }) => set({ combinable: target.checked })}
      />
    </FormSection>
  )
}

type Product = CouponFormState['productIds'][number]
type Props = {
  products: readonly Product[]
  error: string | undefined
  disabled: boolean
  onChange: (products: Product[]) => void
}

const FOUND = '6'

/** Selects products by name: a search adds a product, a press removes it. */
function ProductChoice({ products, error, disabled, onChange }: Props) {
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search.trim())
  const found = useQuery({
    queryKey: ['admin-products', 'choice', q],
    queryFn: () => call(clientOf<CatalogAdminApi>().admin.products.$get({ query: { q, limit: FOUND } })),
    enabled: q !== '' && !disabled,
    placeholderData: keepPreviousData,
  })
  const offered = q ? (found.data?.products ?? []).filter(({ id }) => !products.some(chosen => chosen.id === id)) : []
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Products"
        type="search"
        id="coupon-productIds"
        hint="Search by name or SKU"
        disabled={disabled}
        error={error ?? (found.isError ? found.error.message : undefined)}
        value={search}
        maxLength={100}
        onChange={({ target }) => setSearch(target.value)}
        // Enter runs the search and does not submit the form.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        className="sm:w-1/2"
      />
      <div role="status" className="flex flex-wrap gap-2 empty:hidden">
        {offered.map(({ id, name }) => (
          <Button
            key={id}
            size="sm"
            variant="secondary"
            icon="plus"
            onClick={() => onChange([...products, { id, name }])}
          >
            {name}
          </Button>
        ))}
        {q && found.data && !found.isPlaceholderData && found.data.products.length === 0 && (
          <span className="text-muted text-sm">No products match</span>
        )}
      </div>
      {products.length > 0 && (
        <ul aria-label="Chosen products" className="flex flex-wrap gap-2">
          {products.map(({ id, name }) => (
            <li key={id}>
              {disabled ? (
                <span className="inline-flex min-h-9 items-center rounded-sm border border-line px-3 text-sm">
                  {name}
                </span>
              ) : (
                <Chip
                  removeLabel={`Remove ${name}`}
                  onRemove={() => onChange(products.filter(other => other.id !== id))}
                >
                  {name}
                </Chip>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
