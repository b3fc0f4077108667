import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reauthenticated } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import type { ActProps } from '../admin-giveaway-card.tsx'
import { adminClient, giveawaysChanged } from '../giveaways-admin-client.ts'
import { HandInRound } from './hand-in-round.tsx'

const ASK_MS = 1000
const LONGEST_MS = 60_000

/** How long to wait before the next question for the winner: until the round, then each second. */
const pauseUntil = (drawAt: string) => Math.min(LONGEST_MS, Math.max(ASK_MS, Date.parse(drawAt) - Date.now()))

/** Counts down to the round of a frozen giveaway, then shows its winner. The draw needs no open dialog. */
export function AwaitRound({ giveaway, onClose }: ActProps) {
  const { id, title, slug } = giveaway
  const read = useQuery({
    queryKey: ['awaited-winner', id],
    gcTime: 0,
    retry: false,
    queryFn: () =>
      reauthenticated(() => call(adminClient().admin['select-automatic-winner'].$post({ json: { giveawayId: id } }))),
    refetchInterval: ({ state: { data } }) => (data && 'drawAt' in data ? pauseUntil(data.drawAt) : false),
  })
  const winner = read.data && 'winner' in read.data ? read.data : undefined
  useOnce(winner !== undefined, async () => {
    await giveawaysChanged()
    toast.success(winner!.message)
    onClose()
  })
  const frozen = read.data && 'drawAt' in read.data ? read.data : undefined
  return (
    <Dialog open onOpenChange={onClose} title={`The list of ${title} is sealed`}>
      {read.isPending && <SkeletonText lines={3} />}
      {read.isError && (
        <FailedState title="Failed to select winner" busy={read.isFetching} onRetry={() => void read.refetch()}>
          {read.error.message}
        </FailedState>
      )}
      {frozen && (
        <div className="flex flex-col gap-4">
          <p>
            Round <span className="figure font-semibold">{frozen.round}</span> of the public beacon decides. It comes{' '}
            {formatMoment(new Date(frozen.drawAt))}. Nothing can change the winner now, and the draw also happens when
            this window is closed.
          </p>
          <Countdown
            end={frozen.drawAt}
            word="The round comes"
            ended={`Waiting for round ${frozen.round}`}
            size="large"
          />
          <TextLink to={`/giveaways/${slug}`}>The public page of the draw</TextLink>
          <HandInRound giveawayId={id} round={frozen.round} onDrawn={() => void read.refetch()} />
        </div>
      )}
    </Dialog>
  )
}

/** Runs an effect once, as soon as the condition holds. */
function useOnce(isDue: boolean, run: () => Promise<void>): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isDue || isDone.current) return
    isDone.current = true
    void run()
  })
}
