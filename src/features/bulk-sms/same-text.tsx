import { Button } from '#ui/button.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { Notice } from '#ui/notice.tsx'

/** The campaign that said the same. */
export type Same = { campaignId: string; sentAt: string; queued: number }

type Props = { same: Same; busy: boolean; onConfirm: () => void }

/** Asked when the same words left within 24 hours: most often that is a slip. */
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
