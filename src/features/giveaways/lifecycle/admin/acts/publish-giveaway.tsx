import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { AdminGiveaway } from '../../admin-contract.ts'
import { orSaying } from '../editor/failure.ts'
import type { ActProps } from '../giveaway-acts.ts'
import { adminClient, giveawaysChanged } from '../giveaways-admin-client.ts'

/** Publishes a draft. A public giveaway cannot become a draft again. */
export function PublishGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title, version } = giveaway
  async function publish() {
    await orSaying('Failed to publish giveaway', () =>
      call(adminClient().giveaways[':id'].$patch({ param: { id }, json: { isDraft: false, version } })),
    )
    await giveawaysChanged()
    toast.success(`${title} was published`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
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
    </ConfirmDialog>
  )
}

/** Who sees the giveaway from when. A past moment reads as "at once". */
function seenInWords({ earlyAccessDate, startDate, subscriptionVisibilityOnly }: AdminGiveaway): string {
  const from = (date: string) => (+new Date(date) <= Date.now() ? 'at once' : `from ${formatMoment(new Date(date))}`)
  const [members, everybody] = [from(earlyAccessDate), from(startDate)]
  if (subscriptionVisibilityOnly) return `Members see it ${members}, and nobody else.`
  return members === everybody
    ? `Everybody sees it ${everybody}.`
    : `Members see it ${members}, everybody ${everybody}.`
}

const TOLD = [
  ['sendPremiumEmails', 'members by e-mail'],
  ['sendFreeUserEmails', 'free users by e-mail'],
  ['sendPremiumSMS', 'members by SMS'],
  ['sendFreeUserSMS', 'free users by SMS'],
] as const

/** Recipients of the announcement, which leaves once, 48 hours before the start, or now when that moment has passed. */
export function toldInWords(giveaway: AdminGiveaway): string {
  const told = TOLD.filter(([flag]) => giveaway[flag]).map(([, words]) => words)
  if (told.length === 0) return 'No e-mail or SMS announces it.'
  const isLate = +new Date(giveaway.startDate) - Date.now() < 48 * 3_600_000
  return `It is announced once, ${isLate ? 'now' : '48 hours before the start'}, to those who want it: ${told.join(', ')}.`
}
