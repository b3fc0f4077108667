import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ListBody } from '#ui/list-body.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { useList } from '#ui/use-list.ts'
import { ReportDialog } from './report-dialog.tsx'
import { SendSmsDialog } from './send-sms-dialog.tsx'
import { campaignsChanged, type ShownCampaign, SMS, smsClient } from './sms-client.ts'

/** The address parameter that holds the id of the open report. */
const OPEN = 'campaign'
/** Polling interval while a campaign sends, because no signal reports single messages. */
const WHILE_SENDING_MS = 3000

/** `/admin?tab=sms`: the campaigns with their progress and results. */
export function AdminSmsTab() {
  const [params, setParams] = useSearchParams()
  const [isWriting, setWriting] = useState(false)
  useAdminChannel(['sms'], () => void campaignsChanged())
  const open = params.get(OPEN)
  const show = (id: string | null) =>
    setParams(
      now => {
        const next = new URLSearchParams(now)
        if (id) next.set(OPEN, id)
        else next.delete(OPEN)
        return next
      },
      { preventScrollReset: true },
    )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted text-sm">
          To a selection or to what filters find, send from the Users tab. Here you write to everyone who opted in.
        </p>
        <Button size="sm" icon="mail" onClick={() => setWriting(true)}>
          Send SMS to all
        </Button>
      </div>
      <Campaigns onReport={show} />
      {isWriting && <SendSmsDialog recipients={{ kind: 'all' }} onClose={() => setWriting(false)} />}
      {open && <ReportDialog id={open} onClose={() => show(null)} />}
    </div>
  )
}

function Campaigns({ onReport }: { onReport: (id: string) => void }) {
  const list = useList({
    queryKey: [SMS, 'campaigns'],
    fetchPage: query => call(smsClient.campaigns.$get({ query })),
    rowsOf: page => page.campaigns,
    refetchInterval: campaigns => campaigns.some(isMoving) && WHILE_SENDING_MS,
  })
  const empty = (
    <EmptyState icon="mail" title="No SMS sent yet">
      Campaigns appear here with their progress and report.
    </EmptyState>
  )
  return (
    <ListBody
      list={list}
      failed="Failed to load campaigns"
      loading={10}
      empty={empty}
      nouns={['campaign', 'campaigns']}
      className="flex flex-col gap-5"
    >
      {campaigns => (
        <ul className="flex flex-col gap-4">
          {campaigns.map(campaign => (
            <CampaignItem key={campaign.id} campaign={campaign} onReport={() => onReport(campaign.id)} />
          ))}
        </ul>
      )}
    </ListBody>
  )
}

const isMoving = ({ state }: { state: string }) => state === 'queueing' || state === 'sending'

const STATES: Record<ShownCampaign['state'], { word: string; tone: BadgeTone }> = {
  queueing: { word: 'Queueing', tone: 'signal' },
  sending: { word: 'Sending', tone: 'signal' },
  paused: { word: 'Paused', tone: 'warning' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  done: { word: 'Done', tone: 'success' },
}
const TO = { selected: 'a selection', filtered: 'a filter', all: 'everybody' } as const
const count = (n: number) => n.toLocaleString('en-US')

/** One campaign: its text, progress and actions. */
function CampaignItem({ campaign, onReport }: { campaign: ShownCampaign; onReport: () => void }) {
  const { message, state, to, createdAt, createdBy, queued, sent, dropped, failed } = campaign
  const finished = sent + dropped + failed
  const inWords = `${count(sent)} sent of ${count(queued)}`
  return (
    <li className="flex flex-col gap-3 rounded-sm border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 whitespace-pre-wrap font-semibold wrap-anywhere">{message}</p>
        <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
      </div>
      <p className="text-muted text-sm">
        To {TO[to]} · <TimeAgo at={createdAt} />
        {createdBy && ` · by ${createdBy}`}
      </p>
      <ProgressBar label={`Progress of “${message}”`} value={finished} max={Math.max(queued, 1)} text={inWords} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm tabular-nums">
          {inWords}
          {state === 'queueing' && ' so far'}
          {dropped > 0 && ` · ${count(dropped)} dropped`}
          {failed > 0 && ` · ${count(failed)} failed`}
        </p>
        <Acts campaign={campaign} onReport={onReport} />
      </div>
    </li>
  )
}

type Steer = 'pause' | 'resume' | 'cancel'
const DONE: Record<Steer, string> = {
  pause: 'Campaign paused',
  resume: 'Campaign resumed',
  cancel: 'Campaign cancelled',
}

function Acts({ campaign, onReport }: { campaign: ShownCampaign; onReport: () => void }) {
  const { id, state, queued, sent, dropped, failed } = campaign
  const [isCancelling, setCancelling] = useState(false)
  const steer = useMutation({
    mutationFn(how: Steer) {
      const asked = { param: { id } }
      const route = smsClient.campaigns[':id']
      if (how === 'resume') return reauthenticated(() => call(route.resume.$post(asked)))
      return call(how === 'pause' ? route.pause.$post(asked) : route.cancel.$post(asked))
    },
    async onSuccess(_, how) {
      await campaignsChanged()
      toast.success(DONE[how])
    },
    onError(error) {
      if (error instanceof NotReauthenticated) return
      toast.error(error.message)
      void campaignsChanged()
    },
  })
  const isMoving = state === 'queueing' || state === 'sending'
  const left = queued - sent - dropped - failed
  return (
    <div className="flex flex-wrap gap-2">
      {/* One button, so that the focus stays on it. */}
      {(isMoving || state === 'paused') && (
        <Button
          variant="secondary"
          size="sm"
          busy={steer.isPending}
          onClick={() => steer.mutate(isMoving ? 'pause' : 'resume')}
        >
          {isMoving ? 'Pause' : 'Resume'}
        </Button>
      )}
      {(isMoving || state === 'paused') && (
        <Button variant="quiet" size="sm" onClick={() => setCancelling(true)}>
          Cancel
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={onReport}>
        Report
      </Button>
      <ConfirmDialog
        open={isCancelling}
        onOpenChange={setCancelling}
        title="Cancel this campaign?"
        description={`Sent already: ${count(sent)}. Still waiting: ${count(left)}. Recipients who still wait will not get it. This cannot be undone.`}
        confirmLabel="Cancel campaign"
        cancelLabel="Keep it"
        busyLabel="Cancelling..."
        danger
        onConfirm={async () => {
          await steer.mutateAsync('cancel')
          setCancelling(false)
        }}
      />
    </div>
  )
}
