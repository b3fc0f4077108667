import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Period } from '../rules.ts'

const WORDS: Record<Period, string> = { week: 'This Week', month: 'This Month', all: 'All Time' }

type Props = { chosen: Period | undefined; onChoose: (period: Period) => void; className?: string }

/** Buttons for the fixed periods. */
export const PeriodButtons = ({ chosen, onChoose, className }: Props) => (
  <fieldset className={classNames('flex flex-wrap gap-2', className)}>
    <legend className="sr-only">Period</legend>
    {(Object.keys(WORDS) as Period[]).map(period => (
      <Button
        key={period}
        variant={chosen === period ? 'primary' : 'secondary'}
        aria-pressed={chosen === period}
        className="max-sm:px-3!"
        onClick={() => onChoose(period)}
      >
        {WORDS[period]}
      </Button>
    ))}
  </fieldset>
)
