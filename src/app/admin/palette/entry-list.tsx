import type { Ref } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Entry } from './entry.ts'
import type { EntryGroup } from './use-entries.ts'

export const optionId = ({ id }: Entry) => `palette-${id.replace(/\W/g, '-')}`

type EntryListProps = {
  ref: Ref<HTMLDivElement>
  groups: readonly EntryGroup[]
  current: Entry | undefined
  onChoose: (entry: Entry) => void
}

/** The results, grouped by kind. The focus stays in the search field; `aria-activedescendant` marks the current line. */
export function EntryList({ ref, groups, current, onChoose }: EntryListProps) {
  return (
    <div
      ref={ref}
      role="listbox"
      id="palette-list"
      aria-label="Found"
      className="min-h-0 flex-1 overflow-y-auto py-2 empty:hidden"
    >
      {groups.map(({ label, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: options belong to a group of their listbox, not to a fieldset.
        <div key={label} role="group" aria-label={label}>
          <p aria-hidden="true" className="label-sm px-4 pt-2 pb-1 text-muted">
            {label}
          </p>
          {entries.map(entry => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above takes the keys.
            <div
              key={entry.id}
              role="option"
              id={optionId(entry)}
              aria-selected={entry === current}
              onClick={() => onChoose(entry)}
              className={classNames(
                'flex min-h-11 cursor-pointer items-center gap-3 border-l-2 px-4 py-1.5 hover:bg-raised',
                entry === current ? 'border-signal bg-raised' : 'border-transparent',
              )}
            >
              <Icon name={entry.icon} className="text-muted" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                <span className="max-w-full truncate">{entry.title}</span>
                {entry.detail && <span className="max-w-full truncate text-muted text-sm">{entry.detail}</span>}
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
