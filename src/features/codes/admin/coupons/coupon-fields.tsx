import { TIERS } from '#kernel/values/tiers.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ProductChoice } from '../product-choice.tsx'
import type { CouponDraft } from './coupon-draft.ts'

type FieldsProps = {
  draft: CouponDraft
  /** Messages by field (dotted path of the API). */
  errors: Record<string, string>
  set: (fields: Partial<CouponDraft>) => void
  /** The coupon is in use, so its terms are fixed. */
  isInUse: boolean
}

/** All fields of a coupon, in order of input. */
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

type Discounted = CouponDraft['discount']
type TextName = 'code' | 'note' | 'startsAt' | 'endsAt' | 'minimumSubtotal' | 'totalLimit' | 'personLimit'

const wired =
  ({ draft, errors, set }: FieldsProps) =>
  (name: TextName) => ({
    id: `coupon-${name}`,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })

const PERCENT = <span className="pr-4 text-muted">%</span>

function Discount(props: FieldsProps) {
  const { draft, errors, set, isInUse } = props
  const field = wired(props)
  const setDiscount = (change: Partial<Discounted>) => set({ discount: { ...draft.discount, ...change } })
  return (
    <FormSection title="Discount">
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[2fr_1fr_1fr]">
        <TextField
          label="Code"
          required
          disabled={isInUse}
          maxLength={32}
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
          value={draft.discount.kind}
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'flat', label: 'Flat sum' },
          ]}
          onChange={({ target }) => setDiscount({ kind: target.value as Discounted['kind'] })}
        />
        <TextField
          label={draft.discount.kind === 'percent' ? 'Percent off' : 'Dollars off'}
          required
          disabled={isInUse}
          {...(draft.discount.kind === 'percent' ? { suffix: PERCENT } : { prefix: '$' })}
          inputMode="decimal"
          id="coupon-discount.amount"
          value={draft.discount.amount}
          error={errors['discount.amount']}
          onChange={({ target }) => setDiscount({ amount: target.value })}
        />
      </div>
      <TextAreaField label="Note" hint="For staff alone" maxLength={500} {...field('note')} />
    </FormSection>
  )
}

function When(props: FieldsProps) {
  const field = wired(props)
  return (
    <FormSection title="Dates">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Start" type="datetime-local" hint="Your time; empty: at once" {...field('startsAt')} />
        <TextField label="End" type="datetime-local" hint="Your time; empty: never" {...field('endsAt')} />
      </div>
    </FormSection>
  )
}

function Who(props: FieldsProps) {
  const { draft, set, isInUse } = props
  const field = wired(props)
  return (
    <FormSection title="How often, and by whom">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="Limit in all" inputMode="numeric" hint="Empty: no limit" {...field('totalLimit')} />
        <TextField label="Limit per person" inputMode="numeric" hint="Empty: no limit" {...field('personLimit')} />
      </div>
      <CheckboxField
        label="First order only"
        hint="For who has not paid for anything yet"
        disabled={isInUse}
        checked={draft.firstOrderOnly}
        onChange={({ target }) => set({ firstOrderOnly: target.checked })}
      />
    </FormSection>
  )
}

function What(props: FieldsProps) {
  const { draft, errors, set, isInUse } = props
  const field = wired(props)
  return (
    <FormSection title="What it applies to">
      <TextField
        label="Minimum"
        prefix="$"
        inputMode="decimal"
        hint="What the goods cost at least, before any discount; empty: anything"
        disabled={isInUse}
        className="sm:w-1/2"
        {...field('minimumSubtotal')}
      />
      <fieldset disabled={isInUse}>
        <legend className="font-semibold text-sm">Tiers</legend>
        <p className="text-muted text-sm">Without tiers and products it applies to all goods.</p>
        <div className="flex flex-wrap gap-x-6">
          {TIERS.map(tier => (
            <CheckboxField
              key={tier}
              label={tier}
              checked={draft.tiers.includes(tier)}
              onChange={({ target }) =>
                set({ tiers: target.checked ? [...draft.tiers, tier] : draft.tiers.filter(other => other !== tier) })
              }
            />
          ))}
        </div>
      </fieldset>
      <ProductChoice
        products={draft.products}
        error={errors.productIds}
        disabled={isInUse}
        onChange={products => set({ products })}
      />
      <CheckboxField
        label="Combinable"
        hint="May stand beside other codes that are combinable"
        disabled={isInUse}
        checked={draft.combinable}
        onChange={({ target }) => set({ combinable: target.checked })}
      />
    </FormSection>
  )
}
