import { classNames } from '../class-names.ts'

const TONES = { signal: 'text-signal-fill', ranger: 'text-ranger', muted: 'text-muted' }

type ProgressBarProps = {
  /** Accessible name: "Slots taken". */
  label: string
  value: number
  max: number
  /** Accessible value: "63 of 100 slots taken". */
  text: string
  tone?: keyof typeof TONES
}

/** A progress bar. An SVG, because its length is an attribute and needs no inline styles in the CSP. */
export function ProgressBar({ label, value, max, text, tone = 'signal' }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={text}
      className={classNames('h-2 w-full border border-line-strong bg-sunken', TONES[tone])}
    >
      <svg aria-hidden="true" width="100%" height="100%" className="block">
        <rect width={`${share * 100}%`} height="100%" fill="currentColor" />
      </svg>
    </div>
  )
}
