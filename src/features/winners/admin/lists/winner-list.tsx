import type { To } from 'react-router'
import { z } from 'zod'
import { call } from '#kernel/client/calls/call.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ListBody, NoMatch } from '#ui/list-body.tsx'
import { defineFilters } from '#ui/staff-kit/define-filters.ts'
import { filterFields, useFilters } from '#ui/staff-kit/use-filters.ts'
import { useList } from '#ui/use-list.ts'
import { WINNER_SORTS, type WinnerOrder } from '../../rules.ts'
import { AllWinners } from './all-winners.tsx'
import { ADMIN_WINNERS, winnersClient } from './winners-client.ts'

const PRIZE_STATES = [
  { value: '', label: 'All winners' },
  { value: 'drawn', label: 'To be told' },
  { value: 'notified', label: 'Waiting for an answer' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'shipped', label: 'Shipped' },
  { value: 'done', label: 'Done' },
  { value: 'declined', label: 'Declined' },
  { value: 'forfeited', label: 'Forfeited' },
  { value: 'disqualified', label: 'Disqualified' },
  { value: 'nobody-left', label: 'No alternate left' },
] as const
type PrizeState = Exclude<(typeof PRIZE_STATES)[number]['value'], ''>

/** The orders by name, for narrow screens, which show no heads of columns. */
const ORDERS: readonly (WinnerOrder & { label: string })[] = [
  { sort: 'drawn', way: 'down', label: 'Latest draw first' },
  { sort: 'drawn', way: 'up', label: 'Oldest draw first' },
  { sort: 'giveaway', way: 'up', label: 'Giveaway, A to Z' },
  { sort: 'giveaway', way: 'down', label: 'Giveaway, Z to A' },
  { sort: 'state', way: 'up', label: 'State, first step first' },
  { sort: 'state', way: 'down', label: 'State, last step first' },
  { sort: 'deadline', way: 'up', label: 'Next deadline first' },
  { sort: 'deadline', way: 'down', label: 'Latest deadline first' },
]
const nameOf = ({ sort, way }: WinnerOrder) => `${sort} ${way}`

const WINNER_FILTERS = defineFilters(
  {
    prize: z.enum(PRIZE_STATES.map(({ value }) => value).filter((value): value is PrizeState => value !== '')),
    sort: z.enum(WINNER_SORTS).default('drawn'),
    way: z.enum(['up', 'down']).default('down'),
  },
  ['sort', 'way'],
)

const PAGE = '25'

/** All winners one by one. Filter and order are in the address. */
export function WinnerList({ linkTo }: { linkTo: (winnerId: string) => To }) {
  const { filters, change, clear, isFiltered } = useFilters(WINNER_FILTERS)
  const { prize: state, sort, way } = filters
  const query = { ...(state && { state }), sort, way }
  const list = useList({
    queryKey: [...ADMIN_WINNERS, 'list', query],
    fetchPage: next => call(winnersClient().list.$get({ query: { limit: PAGE, ...query, ...next } })),
    rowsOf: page => page.winners,
  })
  return (
    <section aria-label="Winners by giveaway" className="flex flex-col gap-6">
      <div className="flex flex-wrap gap-3">
        <SelectField
          label="Show"
          className="w-full sm:w-60"
          options={PRIZE_STATES}
          {...filterFields(filters, change).select('prize')}
        />
        <SelectField
          label="Sort by"
          className="w-full sm:w-60 xl:hidden"
          options={ORDERS.map(order => ({ value: nameOf(order), label: order.label }))}
          value={nameOf(filters)}
          onChange={({ target }) => {
            const { sort, way } = ORDERS.find(order => nameOf(order) === target.value)!
            change({ sort, way })
          }}
        />
      </div>
      <ListBody
        list={list}
        failed="Failed to load winners"
        loading={8}
        empty={
          isFiltered ? (
            <NoMatch title="No winners match" onClear={clear} />
          ) : (
            <EmptyState icon="gift" title="No winners yet" />
          )
        }
        nouns={['winner', 'winners']}
      >
        {winners => <AllWinners winners={winners} order={filters} onSort={change} linkTo={linkTo} />}
      </ListBody>
    </section>
  )
}
