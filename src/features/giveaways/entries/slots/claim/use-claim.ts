import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import {
  forgetEntries,
  giveawaysClient,
  moveSlots,
  readSlots,
  slotsKey,
} from '../../../catalogue/web/giveaways-client.ts'
import { type ClaimProblem, plain, problemOf } from './claim-problem.ts'
import { listOf } from './picking.ts'

/**
 * Sends a claim or a swap. Slots that other shoppers took first leave the selection; the others stay.
 * @param onLost receives the lost slots.
 * @param onDone runs after success.
 */
export function useClaim(giveawayId: string, onLost: (slots: readonly number[]) => void, onDone: () => void) {
  const { user } = useSession()
  const [problem, setProblem] = useState<ClaimProblem | null>(null)
  const sendOnce = useIdempotentSend()

  function onError(error: Error) {
    const found = problemOf(error)
    setProblem(found)
    if (found.lost.length === 0) return
    moveSlots(giveawayId, user?.id, { taken: found.lost })
    onLost(found.lost)
    void queryClient.fetchQuery({
      queryKey: slotsKey(giveawayId, user?.id),
      queryFn: () => readSlots(giveawayId),
      staleTime: 0,
    })
  }

  const claiming = useMutation({
    mutationFn(slots: readonly number[]) {
      const json = { slots: [...slots] }
      const { entries } = giveawaysClient().giveaways[':id']
      return sendOnce(json, options => call(entries.$post({ param: { id: giveawayId }, json }, options)))
    },
    onMutate: () => setProblem(null),
    onSuccess({ entries }) {
      const slots = entries.map(({ slotNumber }) => slotNumber)
      moveSlots(giveawayId, user?.id, { mine: slots })
      forgetEntries()
      toast.success(slots.length === 1 ? `Slot ${slots[0]} is yours` : `Slots ${listOf(slots)} are yours`)
      onDone()
    },
    onError,
  })

  const swapping = useMutation({
    mutationFn: (json: { from: number; to: number }) =>
      call(giveawaysClient().giveaways[':id'].entries.swap.$post({ param: { id: giveawayId }, json })),
    onMutate: () => setProblem(null),
    onSuccess({ message }, { from, to }) {
      moveSlots(giveawayId, user?.id, { mine: [to], freed: [from] })
      forgetEntries()
      toast.success(message)
      onDone()
    },
    onError,
  })

  return {
    problem,
    say: (message: string | null, needs: Partial<ClaimProblem> = {}) =>
      setProblem(message === null ? null : { ...plain(message), ...needs }),
    isBusy: claiming.isPending || swapping.isPending,
    claim: (slots: readonly number[]) => claiming.mutate(slots),
    swap: (from: number, to: number) => swapping.mutate({ from, to }),
  }
}
