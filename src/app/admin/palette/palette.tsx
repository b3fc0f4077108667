import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '#kernel/rights.ts'
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

function Search({ role, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const { groups, isSearching, problem } = useEntries(role, text)
  const entries = groups.flatMap(({ items }) => items)
  const [current, setCurrent] = useState<string>()
  const navigate = useNavigate()
  // Enter was pressed before the response: choose the first result of that response, not of the previous search.
  const [isAwaited, setAwaited] = useState(false)
  const chooseAwaited = useEffectEvent(() => {
    setAwaited(false)
    if (entries[0]) choose(entries[0])
  })
  useEffect(() => {
    if (isAwaited && !isSearching) chooseAwaited()
  }, [isAwaited, isSearching])

  function choose(entry: Entry) {
    rememberChoice(entry)
    onClose()
    void navigate(entry.to)
  }
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      itemToStringValue={({ title }: Entry) => title}
      autoHighlight="always"
      keepHighlight
      highlightItemOnHover={false}
      onItemHighlighted={(entry?: Entry) => setCurrent(entry && optionId(entry))}
      value={text}
      onValueChange={typed => {
        setText(typed)
        setAwaited(false)
      }}
    >
      <div className="relative border-line border-b">
        <Icon name="search" className="absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
        <Autocomplete.Input
          aria-label="Users, orders, giveaways, products and actions"
          aria-expanded={entries.length > 0}
          aria-activedescendant={current}
          placeholder="Search or type what to do"
          maxLength={200}
          className="min-h-14 w-full bg-transparent px-12 text-base outline-none"
          onKeyDown={event => {
            if (event.key !== 'Enter' || !isSearching) return
            event.preventBaseUIHandler()
            setAwaited(true)
          }}
        />
        {isSearching && <Spinner className="absolute top-1/2 right-4 -translate-y-1/2 text-muted" />}
      </div>
      <EntryList groups={groups} current={current} onChoose={choose} />
      <Autocomplete.Status className="border-line border-t px-4 py-2 text-muted text-sm">
        {statusOf({ count: entries.length, isSearching, problem })}
      </Autocomplete.Status>
    </Autocomplete.Root>
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

/** Base UI numbers the lines, so that the current one would keep its id, and stay unread, when another search has another first line. */
const optionId = ({ id }: Entry) => `palette-${id.replace(/\W/g, '-')}`

type EntryListProps = {
  groups: readonly EntryGroup[]
  current: string | undefined
  onChoose: (entry: Entry) => void
}

/** The results, grouped by kind. The focus stays in the search field; `aria-activedescendant` marks the current line. */
function EntryList({ groups, current, onChoose }: EntryListProps) {
  return (
    <Autocomplete.List aria-label="Found" className="min-h-0 flex-1 overflow-y-auto py-2 empty:hidden">
      {groups.map(({ label, items }) => (
        <Autocomplete.Group key={label}>
          <Autocomplete.GroupLabel className="label-sm px-4 pt-2 pb-1 text-muted">{label}</Autocomplete.GroupLabel>
          {items.map(entry => (
            <Autocomplete.Item
              key={entry.id}
              value={entry}
              render={<div id={optionId(entry)} />}
              aria-selected={optionId(entry) === current}
              onClick={() => onChoose(entry)}
              className="flex min-h-11 cursor-pointer items-center gap-3 border-transparent border-l-2 px-4 py-1.5 hover:bg-raised data-highlighted:border-signal data-highlighted:bg-raised"
            >
              <Icon name={entry.icon} className="text-muted" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                <span className="max-w-full truncate">{entry.title}</span>
                {entry.detail && <span className="max-w-full truncate text-muted text-sm">{entry.detail}</span>}
              </span>
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  )
}
