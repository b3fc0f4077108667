import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { isShortcut } from '#kernel/client/letter-keys.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useFilters } from '#ui/staff-kit/use-filters.ts'
import type { TicketType } from '../../rules.ts'
import { deskChanged, KINDS } from '../desk-client.ts'
import { RepliesDialog } from '../replies-dialog.tsx'
import { TicketPanel } from '../ticket/ticket-panel.tsx'
import { DeskFilterBar } from './desk-filter-bar.tsx'
import { DESK_FILTERS, deskQueryOf } from './desk-filters.ts'
import { TicketList } from './ticket-list.tsx'
import { ViewChips } from './view-chips.tsx'

/** URL parameter of the open ticket, beside the filters. */
const OPEN = 'open'
/** Links of the list, in order, for the keys j and k. */
const ROW = '[data-ticket-row]'

/** The list and the open ticket: side by side on wide screens, else one after the other. */
export function Desk({ type }: { type: TicketType }) {
  const [params] = useSearchParams()
  const [isManaging, setManaging] = useState(false)
  const { filters, change, clear, query, isFiltered } = useFilters(DESK_FILTERS[type])
  const open = params.get(OPEN)
  useAdminChannel(['tickets'], () => void deskChanged())
  useEffect(() => {
    window.addEventListener('keydown', goByLetters)
    return () => window.removeEventListener('keydown', goByLetters)
  }, [])

  const withOpen = (id: string | null) => {
    const to = new URLSearchParams(params)
    if (id) to.set(OPEN, id)
    else to.delete(OPEN)
    return `?${to}`
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <div className={classNames('flex min-w-0 flex-col gap-4', open && 'max-lg:hidden')}>
        <DeskFilterBar type={type} filters={filters} onChange={change} onManageReplies={() => setManaging(true)} />
        <ViewChips type={type} filters={filters} onChange={change} />
        <SavedFiltersBar tab={type === 'support' ? 'support' : 'inquiries'} names={DESK_FILTERS[type].filterNames} />
        <TicketList
          type={type}
          query={deskQueryOf(query)}
          isFiltered={isFiltered}
          open={open}
          linkTo={withOpen}
          onClear={clear}
        />
      </div>
      <div
        className={classNames(
          'min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:border-line lg:border-l lg:pl-6',
          !open && 'max-lg:hidden',
        )}
      >
        {open ? (
          // The key drops the text typed for another ticket.
          <TicketPanel key={open} id={open} back={withOpen(null)} onManageReplies={() => setManaging(true)} />
        ) : (
          <EmptyState icon="mail" title={`Choose ${type === 'support' ? 'a ticket' : 'an inquiry'} to read it`}>
            <span className="max-lg:hidden">With the keys j and k you go from one {KINDS[type].noun} to the next.</span>
          </EmptyState>
        )}
      </div>
      {isManaging && <RepliesDialog onClose={() => setManaging(false)} />}
    </div>
  )
}

/** j opens the next row, k the previous one, counted from the focused row, else from the open row; without either, the first row. */
function goByLetters(event: KeyboardEvent) {
  const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
  if (!step || !isShortcut(event)) return
  const rows = [...document.querySelectorAll<HTMLAnchorElement>(ROW)]
  const focused = rows.indexOf(event.target as HTMLAnchorElement)
  const current = focused >= 0 ? focused : rows.findIndex(row => row.getAttribute('aria-current'))
  const next = rows[current < 0 ? 0 : current + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}
