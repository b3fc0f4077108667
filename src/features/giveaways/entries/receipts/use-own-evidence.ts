import { useQuery } from '@tanstack/react-query'
import { useUser } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { giveawaysClient } from '../../giveaway/web/giveaways-client.ts'
import type { MyEntries } from '../contract.ts'
import { keptClaimsOf } from './kept-receipts.ts'
import { type Evidence, evidenceOf } from './prove-entries.ts'

export type OwnEvidence = { own: MyEntries; evidence: Evidence[] }

/** The signed-in user's entries of a giveaway and the receipts for them; undefined for visitors and until they are read. */
export function useOwnEvidence(giveawayId: string): OwnEvidence | undefined {
  const user = useUser()
  const { data } = useQuery({
    queryKey: ['my', 'entries', 'of', giveawayId],
    queryFn: () => call(giveawaysClient().my.entries.$get({ query: { giveawayId } })),
    enabled: user !== undefined,
  })
  if (!user || !data) return undefined
  return { own: data, evidence: evidenceOf(data, keptClaimsOf(user.id, giveawayId)) }
}
