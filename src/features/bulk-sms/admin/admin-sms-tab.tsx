import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#kernel/client/calls/call.ts'
import { useAdminChannel } from '#kernel/client/realtime/staff-changes.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { useList } from '#ui/use-list.ts'
import { CampaignItem } from './campaign-item.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { SendSmsDialog } from './send-sms-dialog.tsx'
import { campaignsChanged, SMS, smsClient } from './sms-client.ts'

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
          To a selection or to what filters find, send from the Users tab. Here you write to everybody who opted in.
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
      What you send to many is listed here, with its progress and its report.
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
