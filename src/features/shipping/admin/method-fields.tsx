import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import type { Measure } from '#kernel/shipping/rates/rates.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { OrderButtons } from '#ui/editing/order-buttons.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { NAME_LENGTH } from '../contract.ts'
import { type BandFormState, BLANK_BAND, type MethodFormState } from './zone-form-state.ts'

const MEASURE_NAMES: Record<Measure, string> = {
  flat: 'One price',
  weight: 'The weight',
  value: 'The value of the goods',
}

type Props = {
  method: MethodFormState
  at: number
  count: number
  errors: FieldProblems
  onChange: (values: Partial<MethodFormState>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** One method of a zone. */
export function MethodFields({ method, at, count, errors, onChange, onMove, onRemove }: Props) {
  const name = method.name.trim() || `method ${at + 1}`
  const field = (part: 'name' | 'freeFrom' | 'tareGrams' | 'daysFrom' | 'daysTo') => ({
    id: `zone-methods.${at}.${part}`,
    autoComplete: 'off',
    value: method[part],
    error: errors[`methods.${at}.${part}`],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [part]: target.value }),
  })
  return (
    <li aria-label={name} className="flex flex-col gap-4 rounded-sm border border-line p-4">
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextField required label="Method" maxLength={NAME_LENGTH} hint="Such as Ground" {...field('name')} />
        <SelectField
          label="Priced by"
          value={method.measure}
          options={Object.entries(MEASURE_NAMES).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => onChange({ measure: target.value as Measure })}
        />
        <div className="flex sm:pt-7">
          <OrderButtons list="zone-methods" name={name} at={at} count={count} onMove={onMove} />
          <IconButton icon="trash" label={`Remove: ${name}`} onClick={onRemove} />
        </div>
      </div>
      <Bands method={method} at={at} errors={errors} onChange={bands => onChange({ bands })} />
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        <TextField
          label="Free from"
          prefix="$"
          inputMode="decimal"
          hint="Of the goods, after the discount. Empty: never"
          {...field('freeFrom')}
        />
        {method.measure === 'weight' && (
          <TextField label="Packaging (g)" inputMode="numeric" hint="Once an order" {...field('tareGrams')} />
        )}
        <TextField
          label="Days on the way, from"
          inputMode="numeric"
          hint="Business days. Empty: no day is told"
          {...field('daysFrom')}
        />
        <TextField label="Days on the way, to" inputMode="numeric" {...field('daysTo')} />
      </div>
    </li>
  )
}

type BandsProps = {
  method: MethodFormState
  at: number
  errors: FieldProblems
  onChange: (bands: readonly BandFormState[]) => void
}

/** Prices by a measure: each band begins where the one before ends. */
function Bands({ method: { measure, bands }, at, errors, onChange }: BandsProps) {
  const isFlat = measure === 'flat'
  const shown = isFlat ? bands.slice(0, 1) : bands
  const unit = measure === 'value' ? { prefix: '$', inputMode: 'decimal' as const } : { inputMode: 'numeric' as const }
  const errorOf = (n: number, part: 'below' | 'amount') => errors[`methods.${at}.bands.${n}.${part}`]
  const set = (n: number, values: Partial<BandFormState>) =>
    onChange(bands.map((band, place) => (place === n ? { ...band, ...values } : band)))
  return (
    <div className="flex flex-col gap-3">
      {shown.map((band, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a band is its place; its ends change while they are typed.
        <div key={n} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
          {!isFlat && (
            <TextField
              id={`zone-methods.${at}.bands.${n}.below`}
              label={measure === 'weight' ? `Band ${n + 1}: below (g)` : `Band ${n + 1}: below`}
              autoComplete="off"
              {...unit}
              hint={`From ${n === 0 ? '0' : shown[n - 1]!.below || '…'}. Empty: without an end`}
              value={band.below}
              error={errorOf(n, 'below')}
              onChange={({ target }) => set(n, { below: target.value })}
            />
          )}
          <TextField
            required
            id={`zone-methods.${at}.bands.${n}.amount`}
            label={isFlat ? 'Price' : `Band ${n + 1}: price`}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            value={band.amount}
            error={errorOf(n, 'amount')}
            onChange={({ target }) => set(n, { amount: target.value })}
          />
          {!isFlat && shown.length > 1 && (
            <IconButton
              icon="trash"
              className="mt-7"
              label={`Remove band ${n + 1}`}
              onClick={() => onChange(bands.filter((_, place) => place !== n))}
            />
          )}
        </div>
      ))}
      <FieldError id={`zone-methods.${at}.bands`}>{errors[`methods.${at}.bands`]}</FieldError>
      {!isFlat && (
        <Button
          variant="quiet"
          icon="plus"
          size="sm"
          className="self-start"
          onClick={() => onChange([...bands, BLANK_BAND])}
        >
          Add a band
        </Button>
      )}
    </div>
  )
}
