import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/** The earlier campaign with this text. */
export type Same = { campaignId: string; sentAt: string; queued: number }

type Props = { same: Same; busy: boolean; onConfirm: () => void }

/** Asks for confirmation when this text was sent within 24 hours, because a repeat is usually a mistake. */
export const SameText = ({ same: { sentAt, queued }, busy, onConfirm }: Props) => (
  <Notice kind="warning" live title="The same message was sent already">
    <p>
      On {formatMoment(new Date(sentAt))}, to {queued.toLocaleString('en-US')} {queued === 1 ? 'person' : 'people'}.
    </p>
    <Button variant="danger" size="sm" className="mt-2" busy={busy} busyText="Sending..." onClick={onConfirm}>
      Send it once more
    </Button>
  </Notice>
)
