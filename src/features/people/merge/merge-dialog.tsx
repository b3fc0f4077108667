import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import type { ShownPerson } from '../people-client.ts'
import { ConfirmMerge } from './confirm-merge.tsx'
import { FindPerson } from './find-person.tsx'

type MergeDialogProps = {
  person: ShownPerson
  /** Called with the id of the account that stayed. */
  onMerged: (id: string) => void
  onClose: () => void
}

/** Merges two accounts of one person: staff find the other account, then see the effects and confirm. */
export function MergeDialog({ person, onMerged, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<ShownPerson>()
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
      <FindPerson except={person.id} onFound={setOther} />
    </Dialog>
  )
}
