import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CountChip, countInWords } from '#ui/data/count-chip.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ListBody, NoMatch } from '#ui/list-body.tsx'
import { defineFilters, searchWords } from '#ui/staff-kit/define-filters.ts'
import { FilterFold } from '#ui/staff-kit/filter-fold.tsx'
import { useFilters } from '#ui/staff-kit/use-filters.ts'
import { useList } from '#ui/use-list.ts'
import { ADMIN_GIVEAWAYS, adminClient, giveawaysChanged } from '../../giveaway/admin/giveaways-admin-client.ts'
import { ADMIN_STATES, type AdminGiveaway, type AdminState } from '../../giveaway/admin-contract.ts'
import { type Act, type ActProps, AdminGiveawayCard, type GiveawayView } from './admin-giveaway-card.tsx'

const GiveawayEditor = lazy(async () => (await import('./editor/giveaway-editor.tsx')).GiveawayEditor)
const ObligationsDialog = lazy(
  async () => (await import('../../obligations/admin/obligations-dialog.tsx')).ObligationsDialog,
)
const ActDialog = lazy(async () => (await import('./acts/act-dialog.tsx')).ActDialog)

type Doing = { act: Act; giveaway: AdminGiveaway } | null

type OpenedProps = { id: string; onClose: () => void }

/** What later features add: entries with their cards, and draws. */
type AdminGiveawaysTabProps = {
  EntriesDialog: ComponentType<OpenedProps & { onSelectWinner: (giveaway: AdminGiveaway) => void }>
  DebugDialog: ComponentType<OpenedProps>
  SelectWinner: ComponentType<ActProps>
  CheckWinnersButton: ComponentType
}

/** `/admin?tab=giveaways`: staff find, create, edit, copy and end giveaways, see their entries and draw winners. */
export function AdminGiveawaysTab({
  CheckWinnersButton,
  DebugDialog,
  EntriesDialog,
  SelectWinner,
}: AdminGiveawaysTabProps) {
  const opened = useOpenGiveaway()
  const [doing, setDoing] = useState<Doing>(null)
  const mayChange = useRight('giveaways.change')
  useAdminChannel(['giveaways'], () => void giveawaysChanged())

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <GiveawayFilterBar />
        <div className="flex flex-wrap gap-2">
          <CheckWinnersButton />
          {mayChange && (
            <Button icon="plus" onClick={opened.openNew}>
              Create New Giveaway
            </Button>
          )}
        </div>
      </div>
      <SavedFiltersBar tab="giveaways" names={GIVEAWAY_FILTERS.names} />
      <GiveawayList onOpen={opened.open} onAct={(act, giveaway) => setDoing({ act, giveaway })} />
      {opened.isNew && mayChange && <GiveawayEditor id={null} onClose={opened.close} />}
      {opened.id && opened.view === 'edit' && <GiveawayEditor key={opened.id} id={opened.id} onClose={opened.close} />}
      {opened.id && opened.view === 'entries' && (
        <EntriesDialog
          id={opened.id}
          onClose={opened.close}
          onSelectWinner={giveaway => {
            opened.close()
            setDoing({ act: 'draw', giveaway })
          }}
        />
      )}
      {opened.id && opened.view === 'debug' && <DebugDialog id={opened.id} onClose={opened.close} />}
      {opened.id && opened.view === 'duties' && <ObligationsDialog id={opened.id} onClose={opened.close} />}
      {doing && (
        <ActDialog
          {...doing}
          SelectWinner={SelectWinner}
          onClose={() => setDoing(null)}
          onDuties={() => {
            setDoing(null)
            opened.open(doing.giveaway.id, 'duties')
          }}
          onMade={id => {
            setDoing(null)
            opened.open(id, 'edit')
          }}
        />
      )}
    </div>
  )
}

const VIEWS: readonly GiveawayView[] = ['edit', 'entries', 'duties', 'debug']

/** The open giveaway is kept in the URL (`giveaway`, `view`; `new=1` for a new one), so that the palette can link to it. */
function useOpenGiveaway() {
  const [params, setParams] = useSearchParams()
  function set(opened: { giveaway?: string; view?: GiveawayView; new?: '1' }, replace = false) {
    setParams(now => [...[...now].filter(([name]) => !/^(giveaway|view|new)$/.test(name)), ...Object.entries(opened)], {
      replace,
      preventScrollReset: true,
    })
  }
  return {
    id: params.get('giveaway'),
    view: VIEWS.find(one => one === params.get('view')) ?? 'edit',
    isNew: params.get('new') === '1',
    open: (giveaway: string, view: GiveawayView) => set({ giveaway, ...(view !== 'edit' && { view }) }),
    openNew: () => set({ new: '1' }),
    close: () => set({}, true),
  }
}

/** State filters with counts, and a search by title; both are kept in the URL. */
function GiveawayFilterBar() {
  const { filters, change } = useFilters(GIVEAWAY_FILTERS)
  const { data } = useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'counts'],
    queryFn: () => call(adminClient().admin.giveaways.counts.$get()),
  })
  return (
    <search className="flex flex-col gap-3">
      <SearchField
        label="Search giveaways"
        className="w-full sm:w-80"
        maxLength={120}
        placeholder="A part of the title"
        value={filters.q}
        onChange={q => change({ q })}
      />
      <FilterFold count={GIVEAWAY_FILTERS.inUse(filters)}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form of its own. */}
        <div role="group" aria-label="How giveaways stand" className="flex flex-wrap gap-2">
          {ADMIN_STATES.map(state => (
            <CountChip
              key={state}
              label={STATE_NAMES[state]}
              count={data && countInWords(data.counts[state], data.limit)}
              // Closed giveaways wait for their draw.
              urges={state === 'closed' && (data?.counts.closed ?? 0) > 0}
              pressed={filters.status === state}
              onPress={() => change({ status: filters.status === state ? '' : state })}
            />
          ))}
        </div>
      </FilterFold>
    </search>
  )
}

const PAGE = '12'

type GiveawayListProps = {
  onOpen: (id: string, view: GiveawayView) => void
  onAct: (act: Act, giveaway: AdminGiveaway) => void
}

/** Giveaways as cards, filtered by the URL. */
function GiveawayList({ onOpen, onAct }: GiveawayListProps) {
  const { query, isFiltered, clear } = useFilters(GIVEAWAY_FILTERS)
  const list = useList({
    queryKey: [...ADMIN_GIVEAWAYS, 'list', query],
    fetchPage: next => call(adminClient().admin.giveaways.$get({ query: { ...query, limit: PAGE, ...next } })),
    rowsOf: page => page.giveaways,
  })
  return (
    <ListBody
      list={list}
      failed="Failed to load giveaways"
      loading={<Waiting />}
      empty={
        isFiltered ? (
          <NoMatch title="No giveaways match" onClear={clear} />
        ) : (
          <EmptyState icon="gift" title="No giveaways yet" />
        )
      }
      nouns={['giveaway', 'giveaways']}
    >
      {giveaways => (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {giveaways.map(giveaway => (
            <li key={giveaway.id}>
              <AdminGiveawayCard
                giveaway={giveaway}
                onOpen={view => onOpen(giveaway.id, view)}
                onAct={act => onAct(act, giveaway)}
              />
            </li>
          ))}
        </ul>
      )}
    </ListBody>
  )
}

const Waiting = () => (
  <div aria-busy="true" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
    {Array.from({ length: 6 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place.
      <Skeleton key={at} className="h-80" />
    ))}
  </div>
)

const STATE_NAMES: Record<AdminState, string> = {
  draft: 'Drafts',
  upcoming: 'Upcoming',
  'early-access': 'Early access',
  open: 'Open',
  closed: 'Closed',
  drawn: 'Drawn',
}

/** Filters of the giveaway list. */
const GIVEAWAY_FILTERS = defineFilters({ status: z.enum(ADMIN_STATES), q: searchWords(120) })
