import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { giveawaysChanged } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import type { ActProps } from '#features/giveaways/lifecycle/admin/admin-giveaway-card.tsx'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { useAtTime } from '#ui/time/use-now.ts'
import { drawsClient } from '../web/draws-client.ts'
import { drawsAdminClient } from './draws-admin-client.ts'
import { HandInRound } from './hand-in-round.tsx'

const ASK_MS = 1000
const LONGEST_MS = 60_000
/** The worker draws within seconds of the round. Staff ask for a draw that is later than this, and read what stops it. */
const LATE_MS = 15_000

/** How long to wait before the next question for the winner: until the round, then each second. */
const pauseUntil = (drawsAt: string) => Math.min(LONGEST_MS, Math.max(ASK_MS, Date.parse(drawsAt) - Date.now()))

/**
 * Counts down to the round of a frozen giveaway, then shows its winner. The draw needs no open dialog, so waiting reads the public draw: a
 * call to the draw itself would ask for the password once the sign-in is old.
 */
export function AwaitRound({ giveaway, onClose }: ActProps) {
  const { id, title, slug } = giveaway
  const read = useQuery({
    queryKey: ['awaited-winner', id],
    gcTime: 0,
    retry: false,
    queryFn: () => call(drawsClient().giveaways[':id'].draw.$get({ param: { id } })),
    refetchInterval: ({ state: { data } }) => (data?.drawsAt && !data.result ? pauseUntil(data.drawsAt) : false),
  })
  const { round, drawsAt, result } = read.data ?? {}
  useOnce(Boolean(result), async () => {
    await giveawaysChanged()
    toast.success(`Winner selected: Slot ${result!.winnerSlot}`)
    onClose()
  })
  return (
    <Dialog onOpenChange={onClose} title={`The list of ${title} is sealed`}>
      {read.isPending && <SkeletonText lines={3} />}
      {read.isError && <FailedState query={read} title="Failed to load the draw" />}
      {round && drawsAt && !result && (
        <div className="flex flex-col gap-4">
          <p>
            Round <span className="figure font-semibold">{round}</span> of the public beacon decides. It comes{' '}
            {formatMoment(new Date(drawsAt))}. Nothing can change the winner now, and the draw also happens when this
            window is closed.
          </p>
          <Countdown end={drawsAt} word="The round comes" ended={`Waiting for round ${round}`} size="large" />
          <TextLink to={`/giveaways/${slug}`}>The public page of the draw</TextLink>
          <DrawNow giveawayId={id} drawsAt={drawsAt} onAsked={() => void read.refetch()} />
          <HandInRound giveawayId={id} round={round} onDrawn={() => void read.refetch()} />
        </div>
      )}
    </Dialog>
  )
}

/** For a draw that is late: draws, or says what stops it. */
function DrawNow({ giveawayId, drawsAt, onAsked }: { giveawayId: string; drawsAt: string; onAsked: () => void }) {
  const isLate = useAtTime(now => now >= Date.parse(drawsAt) + LATE_MS, false)
  const draw = useMutation({
    mutationFn: () =>
      reauthenticated(() => call(drawsAdminClient().admin['select-automatic-winner'].$post({ json: { giveawayId } }))),
    onSuccess: onAsked,
  })
  if (!isLate) return null
  return (
    <div className="flex flex-col items-start gap-3">
      {draw.isError && <FormError>{draw.error.message}</FormError>}
      <Button variant="secondary" mutation={draw} busyText="Drawing...">
        Draw now
      </Button>
    </div>
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
