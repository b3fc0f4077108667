import { type ComponentType, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useSettings } from '#kernel/client/site.ts'
import { isoOf } from '#kernel/values/clock/local-moment.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import {
  adminClient,
  carryOut,
  giveawaysChanged,
  official,
  orSaying,
} from '../../../giveaway/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '../../../giveaway/admin-contract.ts'
import { ANNOUNCED_HOURS } from '../../../giveaway/rules.ts'
import { useObligations } from '../../../obligations/admin/obligations-client.ts'
import type { Act, ActProps } from '../admin-giveaway-card.tsx'
import { CancelGiveaway, CloseGiveaway, DeleteGiveaway } from './ending-dialogs.tsx'

type ActDialogProps = ActProps & {
  SelectWinner: ComponentType<ActProps>
  act: Act
  /** Opens the editor of a giveaway that the action created. */
  onMade: (id: string) => void
  /** Opens the legal duties of the giveaway. */
  onDuties: () => void
}

/** The confirmation dialog of an action, with its effects. */
export function ActDialog({ act, SelectWinner, onMade, onDuties, ...props }: ActDialogProps) {
  switch (act) {
    case 'draw':
      return <SelectWinner {...props} />
    case 'publish':
      return <PublishGiveaway {...props} onDuties={onDuties} />
    case 'duplicate':
      return <DuplicateGiveaway {...props} onMade={onMade} />
    case 'relist':
      return <RelistGiveaway {...props} />
    case 'close':
      return <CloseGiveaway {...props} />
    case 'cancel':
      return <CancelGiveaway {...props} />
    case 'delete':
      return <DeleteGiveaway {...props} />
  }
}

/** Publishes a draft. A public giveaway cannot become a draft again. */
function PublishGiveaway({ giveaway, onClose, onDuties }: ActProps & { onDuties: () => void }) {
  const { id, title, version } = giveaway
  const duties = useObligations(id).data?.obligations ?? []
  const blocks = duties.flatMap(({ block }) => block ?? [])
  const publish = () =>
    carryOut('Failed to publish giveaway', onClose, async () => {
      await call(adminClient().giveaways[':id'].$patch({ param: { id }, json: { isDraft: false, version } }))
      return `${title} was published`
    })
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Publish ${title}?`}
      description="It cannot become a draft again."
      confirmLabel="Publish"
      busyLabel="Publishing..."
      onConfirm={publish}
    >
      <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
        <li>{seenInWords(giveaway)}</li>
        <li>{toldInWords(giveaway)}</li>
      </ul>
      {blocks.length > 0 && (
        <Notice kind="warning" title="Duties before the first entry are open">
          <ul className="list-disc pl-5">
            {blocks.map(block => (
              <li key={block}>{block}</li>
            ))}
          </ul>
          <Button size="sm" variant="secondary" className="mt-3" onClick={onDuties}>
            Open the duties
          </Button>
        </Notice>
      )}
    </ConfirmDialog>
  )
}

function DuplicateGiveaway({ giveaway, onClose, onMade }: ActProps & { onMade: (id: string) => void }) {
  const sendOnce = useIdempotentSend()
  async function duplicate() {
    const param = { id: giveaway.id }
    const made = await orSaying('Failed to duplicate giveaway', () =>
      sendOnce(param, options => call(adminClient().admin.giveaways[':id'].duplicate.$post({ param }, options))),
    )
    await giveawaysChanged()
    toast.success(`${made.title} was made as a draft`)
    onMade(made.id)
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Duplicate ${giveaway.title}?`}
      description="A draft with the same terms, images and ticks, a week from now. It stays hidden until it is published."
      confirmLabel="Duplicate"
      busyLabel="Copying..."
      onConfirm={duplicate}
    />
  )
}

/** Relists a cancelled giveaway, or one without entries, as a new one with new dates. */
function RelistGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title } = giveaway
  const { premium } = useSettings()
  const [startDate, setStart] = useState('')
  const [endDate, setEnd] = useState('')
  const sendOnce = useIdempotentSend()
  function relist() {
    if (!startDate) throw new Error('Please fill in all required fields')
    const json = { startDate: isoOf(startDate), endDate: endDate ? isoOf(endDate) : null }
    return carryOut('Failed to relist giveaway', onClose, async () => {
      await sendOnce(json, options =>
        call(adminClient().admin.giveaways[':id'].relist.$post({ param: { id }, json }, options)),
      )
      return `${title} is up again`
    })
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Relist ${title}?`}
      description="A new giveaway with the same terms and a draw of its own goes up; this one stays among the past ones and leads to it."
      confirmLabel="Relist"
      busyLabel="Relisting..."
      onConfirm={relist}
    >
      <TextField
        label="Start date"
        type="datetime-local"
        required
        value={startDate}
        hint={official(startDate)}
        onChange={event => setStart(event.target.value)}
      />
      <TextField
        label="End date"
        type="datetime-local"
        value={endDate}
        hint={official(endDate) ?? 'Empty: open until it is sold out'}
        onChange={event => setEnd(event.target.value)}
      />
      <p className="text-muted text-sm">
        Members may enter {premium.earlyAccessHours} hours before the start.{' '}
        {startDate && toldInWords({ ...giveaway, startDate: isoOf(startDate) })}
      </p>
    </ConfirmDialog>
  )
}

/** Who sees the giveaway from when. A past moment reads as "at once". */
function seenInWords({ earlyAccessDate, startDate, subscriptionVisibilityOnly }: AdminGiveaway): string {
  const from = (date: string) => (+new Date(date) <= Date.now() ? 'at once' : `from ${formatMoment(new Date(date))}`)
  const [members, everybody] = [from(earlyAccessDate), from(startDate)]
  if (subscriptionVisibilityOnly) return `Members see it ${members}, everyone once it is drawn.`
  return members === everybody ? `Everyone sees it ${everybody}.` : `Members see it ${members}, everyone ${everybody}.`
}

const TOLD = [
  ['sendPremiumEmails', 'members by e-mail'],
  ['sendFreeUserEmails', 'free users by e-mail'],
  ['sendPremiumSMS', 'members by SMS'],
  ['sendFreeUserSMS', 'free users by SMS'],
] as const

/** Recipients of the announcement, which leaves once, 48 hours before the start, or now when that moment has passed. */
function toldInWords(giveaway: AdminGiveaway): string {
  const told = TOLD.filter(([flag]) => giveaway[flag]).map(([, words]) => words)
  if (told.length === 0) return 'No e-mail or SMS announces it.'
  const isLate = +new Date(giveaway.startDate) - Date.now() < ANNOUNCED_HOURS * HOUR_MS
  return `It is announced once, ${isLate ? 'now' : `${ANNOUNCED_HOURS} hours before the start`}, to those who want it: ${told.join(', ')}.`
}
