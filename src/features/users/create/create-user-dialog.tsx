import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAddressQuestion } from '#features/identity/shipping/web/address-question.tsx'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { type FieldProblems, problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useRight } from '#kernel/client/rights.ts'
import { ROLE_NAMES, ROLES, type Role } from '#kernel/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import { NewUser } from '../acts-contract.ts'
import { UserFields } from '../profile/acts/user-fields.tsx'
import { inForm, PERSON_FORM } from '../profile/acts/user-form-state.ts'
import { usersChanged, usersClient } from '../users-client.ts'

type CreateUserDialogProps = {
  onClose: () => void
  /** Opens the profile of the new user. */
  onOpen: (id: string) => void
}

/** Create New User: the form, then the temporary password, which is shown once, or that an invitation was sent. */
export function CreateUserDialog({ onClose, onOpen }: CreateUserDialogProps) {
  const [made, setMade] = useState<MadeUser>()
  if (!made) return <Form onMade={setMade} onClose={onClose} />
  return (
    <Dialog
      // A stray click must not close a password that cannot be shown again.
      firm
      onOpenChange={onClose}
      title={made.tempPassword ? 'User created' : 'Person invited'}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpen(made.userId)}>
            Open profile
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {made.tempPassword ? (
        <TemporaryPassword email={made.email} password={made.tempPassword} />
      ) : (
        <Notice kind="success" title="Invitation sent">
          <span className="wrap-anywhere">{made.email}</span> gets a link, asks for a code and chooses a password. The
          role begins then.
        </Notice>
      )}
    </Dialog>
  )
}

function Form({ onMade, onClose }: { onMade: (made: MadeUser) => void; onClose: () => void }) {
  const person = useNewUser(onMade)
  const mayInvite = useRight('roles.change')
  const unsaved = useUnsaved(person.typed, onClose)
  function submit(event: FormEvent) {
    event.preventDefault()
    person.create()
  }
  return (
    <Dialog
      startsInField
      size="lg"
      title="Create New User"
      onOpenChange={unsaved.leave}
      footer={
        <DialogButtons
          type="submit"
          form={NEW_FIELDS}
          busy={person.isBusy}
          busyText="Creating..."
          onCancel={unsaved.leave}
        >
          Create User
        </DialogButtons>
      }
    >
      <form id={NEW_FIELDS} noValidate className="flex flex-col gap-6" onSubmit={submit}>
        <FormError>{person.problem}</FormError>
        <UserFields
          form={NEW_FIELDS}
          current={person.current}
          errors={person.errors}
          set={person.set}
          isAddressWanted
        />
        {person.question}
        {mayInvite && (
          <SelectField
            id={`${NEW_FIELDS}-role`}
            label="Role"
            hint="Staff get an invitation by e-mail and no password from us."
            value={person.current.role}
            error={person.errors.role}
            options={[
              { value: '', label: 'No role: a shopper' },
              ...ROLES.map(role => ({ value: role, label: ROLE_NAMES[role] })),
            ]}
            onChange={({ target }) => person.set({ role: target.value as NewUserFormState['role'] })}
          />
        )}
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
      <Notice kind="warning" title="Shown only once">
        Hand it to <span className="wrap-anywhere">{email}</span> yourself; it is not sent. It works for 7 days, and the
        first sign-in asks for a new password.
      </Notice>
    </div>
  )
}

/** The values of the "Create User" form as typed. */
type NewUserFormState = typeof PERSON_FORM.blank & { role: Role | '' }

export const EMPTY: NewUserFormState = { ...PERSON_FORM.blank, role: '' }

const FIELD_NAMES: Record<keyof NewUserFormState, string> = { ...PERSON_FORM.called, role: 'role' }

/** The body of the request. */
export function inputOf({ name, email, phone, birthday, role, ...address }: NewUserFormState) {
  return {
    name,
    email,
    phone,
    birthday,
    ...(role && { role }),
    address: { ...address, line2: address.line2.trim() || null },
  }
}

/** The error of each invalid field, by its name in the form. */
export function problemsOf(current: NewUserFormState): FieldProblems {
  const checked = NewUser.safeParse(inputOf(current))
  return checked.success ? {} : inForm(problemsIn(checked.error))
}

/** Shows the temporary password, or that the person was invited to the staff. */
type MadeUser = { userId: string; email: string; tempPassword?: string | undefined }

/** The id of the form; each control's id combines it with the field. */
const NEW_FIELDS = 'new-person'

const FIX = 'Please fix the form errors'
const FAILED = 'Failed to create user'

/** State of the new user form: values, checks, and the call that creates the user. */
function useNewUser(onMade: (made: MadeUser) => void) {
  const [current, setCurrent] = useState(EMPTY)
  const [errors, setErrors] = useState<FieldProblems>({})
  const sendOnce = useIdempotentSend()
  const { confirmed, question } = useAddressQuestion(current, set)
  const creating = useMutation({
    mutationFn() {
      const json = { ...inputOf(current), ...confirmed }
      const create = () => sendOnce(json, options => call(usersClient.users.create.$post({ json }, options)))
      return json.role ? reauthenticated(create) : create()
    },
    async onSuccess({ message, userId, tempPassword }) {
      toast.success(message)
      onMade({ userId, tempPassword, email: current.email.trim().toLowerCase() })
      await usersChanged()
    },
    onError(error) {
      const found = inForm(problemsOfAnswer(error))
      refuse(found, Object.keys(found).length > 0 ? FIX : FAILED)
    },
  })

  /** Editing a field clears its error. */
  function set(fields: Partial<NewUserFormState>) {
    setCurrent({ ...current, ...fields })
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in fields))))
  }

  function refuse(found: FieldProblems, sentence: string) {
    setErrors(found)
    toast.error(sentence)
    const first = FIELDS.find(field => found[field])
    if (first) document.getElementById(`${NEW_FIELDS}-${first}`)?.focus()
  }

  return {
    current,
    errors,
    isBusy: creating.isPending,
    /** The error of the whole form. */
    problem: creating.error && Object.keys(errors).length === 0 && `${FAILED}: ${creating.error.message}`,
    /** The fields whose input would be lost. */
    typed: FIELDS.filter(field => current[field] !== EMPTY[field]).map(field => FIELD_NAMES[field]),
    set,
    question,
    create() {
      const found = problemsOf(current)
      if (Object.keys(found).length > 0) return refuse(found, FIX)
      if (!creating.isPending) creating.mutate()
    },
  }
}

const FIELDS = Object.keys(FIELD_NAMES) as (keyof NewUserFormState)[]
