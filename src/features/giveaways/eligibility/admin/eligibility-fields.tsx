import { REGION_NAMES, REGIONS, type Region, STATES } from '#kernel/shipping/us-states.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { inListOrder, statesInWords } from '../../giveaway/eligibility/rules.ts'

type StateFieldsProps = {
  states: readonly Region[]
  error: string | undefined
  disabled: boolean
  onChange: (states: Region[]) => void
}

/** The states whose residents may enter: a sentence, and behind it a box for each state. */
export function StateFields({ states, error, disabled, onChange }: StateFieldsProps) {
  const toggle = (code: Region) =>
    onChange(states.includes(code) ? states.filter(other => other !== code) : inListOrder([...states, code]))
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2" disabled={disabled}>
      <legend className="mb-2 font-semibold">Who may enter</legend>
      <p id="giveaway-eligibleStates" tabIndex={-1}>
        {states.length > 0 ? `Residents of ${statesInWords(states)}.` : 'No state is chosen.'}
      </p>
      <FieldError id="giveaway-eligibleStates-error">{error}</FieldError>
      <details>
        <summary className="py-2">Choose the states</summary>
        <div className="flex flex-wrap gap-3 py-2">
          <Button size="sm" variant="secondary" onClick={() => onChange([...STATES])}>
            All 50 states and DC
          </Button>
          <Button size="sm" variant="secondary" onClick={() => onChange([])}>
            No state
          </Button>
        </div>
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {REGIONS.map(code => (
            <CheckboxField
              key={code}
              label={REGION_NAMES[code]}
              checked={states.includes(code)}
              onChange={() => toggle(code)}
            />
          ))}
        </div>
      </details>
    </fieldset>
  )
}
