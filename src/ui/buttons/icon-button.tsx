import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Grown } from '../motion/grown.tsx'
import { Icon, type IconName } from '../pictures/icon.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconName
  /** Accessible name: "Open cart, 3 items". */
  label: string
  /** A small number at the corner; include it in `label` too. */
  count?: number
  size?: 'sm' | 'md'
}

/** A square button with an icon only: 44 px, or 36 px (`sm`) in dense rows. */
export function IconButton({ icon, label, count, size = 'md', className, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      className={classNames(
        'relative inline-flex shrink-0 items-center justify-center rounded-sm text-ink transition-colors',
        'hover:not-disabled:bg-raised disabled:opacity-45',
        size === 'md' ? 'size-11' : 'size-9',
        className,
      )}
    >
      <Icon name={icon} size={size === 'md' ? 24 : 20} />
      {count ? <CountMark count={count} className="top-0.5 right-0" /> : null}
    </button>
  )
}

/** A count at the corner of an icon. Decorative: the name of the control says it too. */
export const CountMark = ({ count, className }: { count: number; className: string }) => (
  <Grown
    value={count}
    aria-hidden="true"
    className={classNames(
      'figure absolute min-w-5 rounded-sm bg-signal-fill px-1 text-center font-semibold text-on-signal text-xs leading-5',
      className,
    )}
  >
    {count > 99 ? '99+' : count}
  </Grown>
)
