import { useQuery } from '@tanstack/react-query'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { CountChip, countInWords } from '#ui/data/count-chip.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { useFilters } from '#ui/staff-kit/use-filters.ts'
import { ADMIN_STATES } from '../admin-contract.ts'
import { GIVEAWAY_FILTERS, STATE_NAMES } from './giveaway-filters.ts'
import { ADMIN_GIVEAWAYS, adminClient } from './giveaways-admin-client.ts'

/** State filters with counts, and a search by title; both are kept in the URL. */
export function GiveawayFilterBar() {
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
      <SavedFiltersBar tab="giveaways" names={GIVEAWAY_FILTERS.names} />
    </search>
  )
}
