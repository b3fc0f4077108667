import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ENTRY_ERRORS } from '../../giveaway/errors/entry-errors.ts'
import type { EnterableGiveaway } from './claim/use-choice.ts'
import { SlotWall } from './slot-wall.tsx'

type SlotDialogProps = {
  giveaway: EnterableGiveaway
  /** The end passed while the dialog was open. */
  hasEnded: boolean
  onClose: () => void
  /** Called after a claim or a swap. */
  onChanged: () => void
}

/** The wall of slots over the list or the page of a giveaway. On a phone it fills the screen. */
export const SlotDialog = ({ giveaway, hasEnded, onClose, onChanged }: SlotDialogProps) => (
  <Dialog
    size="lg"
    fitted
    fillsPhone
    onOpenChange={onClose}
    title={`Choose your slots: ${giveaway.title}`}
    description={`Each slot costs one ${giveaway.tier} credit. At most ${giveaway.entryLimit} per person.`}
  >
    {hasEnded ? (
      <EmptyState icon="clock" title={ENTRY_ERRORS.giveaway_ended.message} />
    ) : (
      <SlotWall giveaway={giveaway} place="dialog" onChanged={onChanged} />
    )}
  </Dialog>
)
