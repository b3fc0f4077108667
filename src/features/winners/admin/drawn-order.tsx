import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import type { WinnersApi } from '../admin-api.server.ts'
import type { WinnerDetail } from '../contract.ts'
import { WinnerTable } from './lists/winner-table.tsx'
import { ADMIN_WINNERS } from './lists/winners-client.ts'

type Props = { winner: WinnerDetail; linkTo: (winnerId: string) => To }

/** All holders of the prize in the drawn order. */
export function DrawnOrder({ winner, linkTo }: Props) {
  const { giveawayId: id, giveaway } = winner
  const list = useQuery({
    queryKey: [...ADMIN_WINNERS, 'order', id],
    queryFn: () => call(clientOf<WinnersApi>().giveaways[':id'].winners.$get({ param: { id } })),
  })
  if (list.isPending) return <SkeletonText lines={3} />
  if (list.isError)
    return (
      <FailedState title="Failed to load winners" busy={list.isFetching} onRetry={() => void list.refetch()}>
        {list.error.message}
      </FailedState>
    )
  const winners = list.data.giveaways[0]?.winners ?? []
  return <WinnerTable title={giveaway.title} winners={winners} linkTo={linkTo} openId={winner.id} />
}
