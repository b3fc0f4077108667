import { type FormEvent, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { type MadeUser, NEW_FIELDS, useNewUser } from './new-user.ts'
import { TemporaryPassword } from './temporary-password.tsx'
import { UserFields } from './user-fields.tsx'

type CreateUserDialogProps = {
  onClose: () => void
  /** Opens the profile of the new user. */
  onOpen: (id: string) => void
}

/** Create New User: the form, then the temporary password, which is shown once. */
export function CreateUserDialog({ onClose, onOpen }: CreateUserDialogProps) {
  const [made, setMade] = useState<MadeUser>()
  if (!made) return <Form onMade={setMade} onClose={onClose} />
  return (
    <Dialog
      open
      // A stray click must not close a password that cannot be shown again.
      firm
      onOpenChange={onClose}
      title="User created"
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpen(made.userId)}>
            Open profile
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <TemporaryPassword email={made.email} password={made.tempPassword} />
    </Dialog>
  )
}

function Form({ onMade, onClose }: { onMade: (made: MadeUser) => void; onClose: () => void }) {
  const person = useNewUser(onMade)
  const unsaved = useUnsaved(person.typed, onClose)
  function submit(event: FormEvent) {
    event.preventDefault()
    person.create()
  }
  return (
    <Dialog
      open
      startsInField
      size="lg"
      title="Create New User"
      onOpenChange={unsaved.leave}
      footer={
        <>
          <Button variant="secondary" onClick={unsaved.leave}>
            Cancel
          </Button>
          <Button type="submit" form={NEW_FIELDS} busy={person.isBusy} busyText="Creating...">
            Create User
          </Button>
        </>
      }
    >
      <form id={NEW_FIELDS} noValidate className="flex flex-col gap-6" onSubmit={submit}>
        <FormError>{person.problem}</FormError>
        <UserFields form={NEW_FIELDS} draft={person.draft} errors={person.errors} set={person.set} isAddressWanted />
      </form>
      <LeaveDialog unsaved={unsaved} />
    </Dialog>
  )
}
