import { type FormEvent, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { DayLabel } from '#ui/forms/day-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { dayName } from './day-name.ts'
import { PeriodButtons } from './period-buttons.tsx'
import { type Days, wordOf } from './revenue-params.ts'

type PeriodChoiceProps = {
  days: Days
  /** The days of the figures below, once loaded. */
  shown: { from: string; to: string } | undefined
  onChoose: (days: Days) => void
}

/** The fixed periods, or any range of days. */
export function PeriodChoice({ days, shown, onChoose }: PeriodChoiceProps) {
  const chosen = 'period' in days ? days.period : undefined
  const named = 'from' in days ? days : { from: '', to: '' }
  const [from, setFrom] = useState(named.from)
  const [to, setTo] = useState(named.to)
  const [error, setError] = useState<string>()
  // New days in the address replace typed ones. Fields, buttons and focus stay.
  const [known, setKnown] = useState(wordOf(days))
  if (known !== wordOf(days)) {
    setKnown(wordOf(days))
    setFrom(named.from)
    setTo(named.to)
    setError(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!from || !to) setError('Choose both days.')
    else if (from > to) setError('The last day is before the first.')
    else onChoose({ from, to })
  }

  return (
    <div className="flex flex-col gap-3">
      {/* Aligned at the top, so that an error below a field shifts no other field. Buttons leave the height of a label. */}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <PeriodButtons chosen={chosen} onChoose={period => onChoose({ period })} className="lg:mt-7" />
        <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
          <TextField
            label={<DayLabel>From</DayLabel>}
            type="date"
            className="w-40"
            value={from}
            error={error}
            onChange={({ target }) => {
              setFrom(target.value)
              setError(undefined)
            }}
          />
          <TextField
            label={<DayLabel>To</DayLabel>}
            type="date"
            className="w-40"
            value={to}
            onChange={({ target }) => {
              setTo(target.value)
              setError(undefined)
            }}
          />
          <Button type="submit" variant={chosen ? 'secondary' : 'primary'} className="sm:mt-7">
            Show
          </Button>
        </form>
      </div>
      <p role="status" className="min-h-11 text-muted text-sm sm:min-h-5.5">
        {shown && `${rangeOf(shown)}. Days are those of Mountain time; a refund counts on the day it was decided.`}
      </p>
    </div>
  )
}

const rangeOf = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`
