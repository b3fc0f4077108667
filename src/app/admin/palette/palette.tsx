import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '#kernel/rights.ts'
import { classNames } from '#ui/class-names.ts'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { DialogPopup } from '#ui/overlays/dialog-popup.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type Entry, type EntryGroup, rememberChoice, useEntries } from './use-entries.ts'

type PaletteProps = { role: Role; onClose: () => void }

/** Finds people, orders, giveaways, products and actions, by keyboard. */
export function Palette({ role, onClose }: PaletteProps) {
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <DialogPopup
        open
        place="items-start p-3 sm:pt-[12dvh]"
        className="flex max-h-[76dvh] w-full max-w-2xl flex-col overflow-hidden"
      >
        <Dialog.Title className="sr-only">Search the admin area</Dialog.Title>
        <Search role={role} onClose={onClose} />
      </DialogPopup>
    </Dialog.Root>
  )
}

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function Search({ role, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { groups, isSearching, problem } = useEntries(role, text)
  const entries = groups.flatMap(group => group.entries)
  const at = Math.min(active, entries.length - 1)
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const current = entries[at]
  // Enter was pressed before the response: choose the first result of that response, not of the previous search.
  const [isAwaited, setAwaited] = useState(false)
  const chooseAwaited = useEffectEvent(() => {
    setAwaited(false)
    if (current) choose(current)
  })
  useEffect(() => {
    if (isAwaited && !isSearching) chooseAwaited()
  }, [isAwaited, isSearching])
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function choose(entry: Entry) {
    rememberChoice(entry)
    onClose()
    void navigate(entry.to)
  }
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    if (step && entries.length > 0) setActive((at + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && isSearching) setAwaited(true)
    else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative border-line border-b">
        <Icon name="search" className="absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
        <input
          role="combobox"
          aria-label="Users, orders, giveaways, products and actions"
          aria-expanded={entries.length > 0}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder="Search or type what to do"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          className="min-h-14 w-full bg-transparent px-12 text-base outline-none"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAwaited(false)
            setActive(0)
          }}
          onKeyDown={press}
        />
        {isSearching && <Spinner className="absolute top-1/2 right-4 -translate-y-1/2 text-muted" />}
      </div>
      <EntryList ref={list} groups={groups} current={current} onChoose={choose} />
      <p role="status" className="border-line border-t px-4 py-2 text-muted text-sm">
        {statusOf({ count: entries.length, isSearching, problem })}
      </p>
    </>
  )
}

function statusOf({
  count,
  isSearching,
  problem,
}: {
  count: number
  isSearching: boolean
  problem: string | undefined
}) {
  if (problem) return problem
  if (isSearching) return 'Searching...'
  return count === 0 ? 'Nothing found' : `${count} found. Arrow keys choose, Enter opens.`
}

const optionId = ({ id }: Entry) => `palette-${id.replace(/\W/g, '-')}`

type EntryListProps = {
  ref: Ref<HTMLDivElement>
  groups: readonly EntryGroup[]
  current: Entry | undefined
  onChoose: (entry: Entry) => void
}

/** The results, grouped by kind. The focus stays in the search field; `aria-activedescendant` marks the current line. */
function EntryList({ ref, groups, current, onChoose }: EntryListProps) {
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
