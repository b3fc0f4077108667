import { useState } from 'react'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { ShownUser } from '../../users-client.ts'
import { ConfirmMerge } from './confirm-merge.tsx'
import { FindUser } from './find-user.tsx'

type MergeDialogProps = {
  person: ShownUser
  /** Called with the id of the account that stayed. */
  onMerged: (id: string) => void
  onClose: () => void
}

/** Merges two accounts of one person: staff find the other account, then see the effects and confirm. */
export function MergeDialog({ person, onMerged, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<ShownUser>()
  if (other) {
    return (
      <ConfirmMerge
        one={person}
        other={other}
        onMerged={onMerged}
        onBack={() => setOther(undefined)}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      open
      startsInField
      onOpenChange={onClose}
      title="Merge duplicate"
      description={
        <span className="wrap-anywhere">
          Find the other account of {person.name}. Nothing is merged before you confirm.
        </span>
      }
    >
      <FindUser except={person.id} onFound={setOther} />
    </Dialog>
  )
}
