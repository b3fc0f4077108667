import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

const SIZES = { sm: 'text-2xl', md: 'text-4xl max-[24rem]:text-3xl', lg: 'text-5xl sm:text-6xl' }

type StatProps = {
  label: ReactNode
  /** The number itself, formatted. */
  value: ReactNode
  /** Smaller text after the number: "/ 100", "in 87". */
  unit?: ReactNode
  /** Below the number: a reason, a trend. */
  note?: ReactNode
  size?: keyof typeof SIZES
  /** Uses the signal colour. Limit it to one per screen. */
  signal?: boolean
}

/** An important number: slots left, current odds, credits held. Belongs in a `<dl>`. */
export function Stat({ label, value, unit, note, size = 'md', signal = false }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="label-sm text-muted">{label}</dt>
      <dd className="flex flex-col">
        <span className={classNames('figure mt-1 font-semibold', SIZES[size], signal && 'text-signal')}>
          {value}
          {unit && <span className="ml-1.5 text-muted text-xl">{unit}</span>}
        </span>
        {note && <span className="mt-1 text-muted text-sm">{note}</span>}
      </dd>
    </div>
  )
}
