import { z } from 'zod'
import { call } from '#kernel/client/calls/call.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { defineFilters } from '#ui/staff-kit/define-filters.ts'
import { ListPage, ListRows } from '#ui/staff-kit/list-page.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { PROPOSALS, proposalsClient } from './proposals-client.ts'
import { useDecisions } from './use-decisions.tsx'

/** Without a state: proposals that wait. */
const FILTERS = defineFilters({ state: z.enum(['decided']) })
const STATES = [
  { value: '', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
]

/** `/admin?tab=proposals`: acts that wait for a second person, the oldest first, and decided ones. */
export function ProposalsTab() {
  const { onDecide, dialog } = useDecisions()
  return (
    <>
      <ListPage
        filters={FILTERS}
        search={({ select }) => (
          <SelectField label="Show" className="w-full sm:w-52" options={STATES} {...select('state')} />
        )}
      >
        {list => (
          <ListRows
            {...list}
            // The state is a place more than a filter: without rows it says so, in place of "No proposals match".
            isFiltered={false}
            name={PROPOSALS}
            parts={['proposals']}
            nouns={['proposal', 'proposals']}
            fetchPage={query => call(proposalsClient().$get({ query }))}
            rowsOf={page => page.proposals}
            empty={
              <EmptyState
                icon="check"
                title={list.isFiltered ? 'Nothing was decided yet' : 'Nothing waits for a second person'}
              >
                Acts that decide who wins or gets a prize take two persons: one proposes, another confirms here.
              </EmptyState>
            }
          >
            {proposals => (
              <ul aria-label="Proposals" className="grid items-start gap-4 lg:grid-cols-2">
                {proposals.map(proposal => (
                  <li key={proposal.id} className="min-w-0">
                    <ProposalCard proposal={proposal} onDecide={onDecide} />
                  </li>
                ))}
              </ul>
            )}
          </ListRows>
        )}
      </ListPage>
      {dialog}
    </>
  )
}
