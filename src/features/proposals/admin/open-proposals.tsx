import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import type { Proposal } from '../contract.ts'
import { ProposalCard } from './proposal-card.tsx'
import { PROPOSALS, proposalsChanged, proposalsClient } from './proposals-client.ts'
import { useDecisions } from './use-decisions.tsx'

type Props = { subjectType: Proposal['subject']['type']; subjectId: string }

/** Open proposals about a record, on the record's screen; renders nothing without one. */
export function OpenProposals({ subjectType, subjectId }: Props) {
  const isShown = useRight('proposals.read')
  const { data } = useQuery({
    queryKey: [PROPOSALS, subjectType, subjectId],
    queryFn: () => call(proposalsClient().$get({ query: { subjectType, subjectId } })),
    enabled: isShown,
  })
  const { onDecide, dialog } = useDecisions()
  useAdminChannel(['proposals'], () => void proposalsChanged())
  const proposals = data?.proposals ?? []
  return (
    <>
      {proposals.length > 0 && (
        <section aria-label="Waiting for a second person" className="flex flex-col gap-3">
          {proposals.map(proposal => (
            <ProposalCard key={proposal.id} proposal={proposal} onDecide={onDecide} showsSubject={false} />
          ))}
        </section>
      )}
      {dialog}
    </>
  )
}
