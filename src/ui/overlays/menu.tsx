import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Link } from '../navigation/link.tsx'
import { Icon, type IconName } from '../pictures/icon.tsx'
import { POPUP_CLASS } from './overlay-parts.ts'

export type MenuEntry =
  | 'separator'
  | ({ label: string; icon?: IconName; danger?: boolean; disabled?: boolean } & (
      | { onSelect: () => void }
      | { to: string }
    ))

type MenuProps = {
  /** The element that opens the menu: a `Button` or an `IconButton`. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
}

const ENTRY_CLASS =
  'flex min-h-11 w-full cursor-default select-none items-center gap-3 px-4 text-sm outline-none data-highlighted:bg-raised ' +
  'data-disabled:opacity-45'

/** Actions and links behind one button, with arrow keys, type-ahead and Escape. */
export function Menu({ trigger, entries, align = 'end' }: MenuProps) {
  // Rendered beside its trigger instead of at the end of the body, so that it stays in the trigger's landmark.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <span ref={setPlace} className="absolute" />
      <Base.Portal container={place}>
        <Base.Positioner align={align} sideOffset={6} positionMethod="fixed" className="z-50 outline-none">
          <Base.Popup
            className={classNames(
              POPUP_CLASS,
              'max-h-(--available-height) min-w-52 max-w-[min(20rem,90vw)] overflow-y-auto py-1',
            )}
          >
            {entries.map((entry, at) =>
              entry === 'separator' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity but their place.
                <Base.Separator key={at} className="my-1 h-px bg-line" />
              ) : (
                <Entry key={entry.label} entry={entry} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: Exclude<MenuEntry, 'separator'> }) {
  const className = classNames(ENTRY_CLASS, entry.danger && 'text-danger')
  const inside = (
    <>
      {entry.icon && <Icon name={entry.icon} />}
      {entry.label}
    </>
  )
  if ('to' in entry) {
    return (
      <Base.LinkItem closeOnClick className={className} render={<Link to={entry.to} />}>
        {inside}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item className={className} disabled={entry.disabled} onClick={entry.onSelect}>
      {inside}
    </Base.Item>
  )
}
