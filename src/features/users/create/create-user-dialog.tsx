import { type FormEvent, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { type MadeUser, NEW_FIELDS, useNewUser } from './new-user.ts'
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

type TemporaryPasswordProps = { email: string; password: string }

/** Shows a temporary password once, with instructions. Only its hash is kept, so the password cannot be shown again. */
function TemporaryPassword({ email, password }: TemporaryPasswordProps) {
  const copy = () =>
    navigator.clipboard.writeText(password).then(
      () => toast.success('Temporary password copied'),
      () => toast.error('It could not be copied. Please write it down.'),
    )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-sm border border-line bg-sunken p-5">
        <p className="min-w-0 flex-1 basis-52">
          <span className="label-sm mb-1 block text-muted">Temporary password</span>
          <code className="select-all break-all font-semibold text-xl tracking-wider">{password}</code>
        </p>
        <Button variant="secondary" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <Notice kind="warning" title="It is shown this once">
        Hand it to <span className="wrap-anywhere">{email}</span> yourself; it is sent to nobody. It works for 7 days,
        and the first sign-in asks for a new password.
      </Notice>
    </div>
  )
}
