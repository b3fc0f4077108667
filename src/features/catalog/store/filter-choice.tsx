import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'

/** One filter: its name and its choices. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="label-sm mb-1.5 border-line border-b pb-2 text-muted">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

type ChoiceProps = {
  to: string
  chosen: boolean
  count: number
  /** Shown as a checkbox: the shopper can clear it on its own. */
  box?: boolean
  children: ReactNode
}

/** A filter choice, as a link to its result. */
export function Choice({ to, chosen, count, box = false, children }: ChoiceProps) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen ? 'true' : undefined}
        className={classNames(
          'flex min-h-11 items-center gap-2 rounded-sm px-2 transition-colors hover:bg-raised lg:min-h-9',
          chosen ? 'font-semibold text-ink' : 'text-muted',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-4 place-items-center border',
            !box && 'rounded-full',
            chosen ? 'border-signal text-signal' : 'border-line-strong',
          )}
        >
          {chosen && (box ? <Icon name="check" size={16} /> : <span className="size-2 rounded-full bg-signal" />)}
        </span>
        {children}
        <span className="figure ml-auto text-muted">
          <span className="sr-only">, </span>
          {count}
        </span>
      </Link>
    </li>
  )
}
