import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../pictures/icon.tsx'

const TONES = {
  neutral: 'border-line-strong text-ink',
  signal: 'border-signal text-signal',
  success: 'border-success text-success',
  warning: 'border-warning text-warning',
  danger: 'border-danger text-danger',
  ranger: 'border-ranger text-ranger',
}

export type BadgeTone = keyof typeof TONES

type BadgeProps = { tone?: BadgeTone; icon?: IconName; children: ReactNode; className?: string }

/** A state in a word or two: "Sold out", "Members only". The word carries the meaning; the colour supports it. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'label-sm inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border bg-surface px-2 py-0.75',
        TONES[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  )
}
