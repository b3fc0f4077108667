import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { Link } from '../navigation/link.tsx'
import { Icon } from '../pictures/icon.tsx'

type ChipProps = {
  children: ReactNode
  /** Accessible name of the action: "Remove filter Gold". */
  removeLabel: string
} & ({ /** Address of the list without this filter. */ removeTo: To } | { onRemove: () => void })

const CHIP_CLASS =
  'group inline-flex min-h-9 items-center gap-2 rounded-sm border border-line-strong bg-surface py-1 pr-2 pl-3 text-sm ' +
  'transition-colors hover:border-ink'

/** A removable selection; the whole chip is the button. */
export function Chip(props: ChipProps) {
  const inside = (
    <>
      {props.children}
      <Icon name="close" size={16} className="text-muted group-hover:text-ink" />
    </>
  )
  if ('removeTo' in props) {
    return (
      <Link to={props.removeTo} preventScrollReset aria-label={props.removeLabel} className={CHIP_CLASS}>
        {inside}
      </Link>
    )
  }
  return (
    <button type="button" onClick={props.onRemove} aria-label={props.removeLabel} className={CHIP_CLASS}>
      {inside}
    </button>
  )
}
