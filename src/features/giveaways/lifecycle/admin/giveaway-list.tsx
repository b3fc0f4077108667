import { call } from '#kernel/client/calls/call.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ListBody, NoMatch } from '#ui/list-body.tsx'
import { useFilters } from '#ui/staff-kit/use-filters.ts'
import { useList } from '#ui/use-list.ts'
import type { AdminGiveaway } from '../admin-contract.ts'
import { AdminGiveawayCard } from './admin-giveaway-card.tsx'
import type { Act } from './giveaway-acts.ts'
import { GIVEAWAY_FILTERS } from './giveaway-filters.ts'
import { ADMIN_GIVEAWAYS, adminClient } from './giveaways-admin-client.ts'
import type { GiveawayView } from './open-giveaway.ts'

const PAGE = '12'

type GiveawayListProps = {
  onOpen: (id: string, view: GiveawayView) => void
  onAct: (act: Act, giveaway: AdminGiveaway) => void
}

/** Giveaways as cards, filtered by the URL. */
export function GiveawayList({ onOpen, onAct }: GiveawayListProps) {
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
