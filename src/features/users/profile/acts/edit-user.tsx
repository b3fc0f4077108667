import { useState } from 'react'
import { useAddressQuestion } from '#features/identity/shipping/web/address-question.tsx'
import { isProposed, proposalsChanged } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { NewUser, UserChange } from '../../acts-contract.ts'
import { type ShownProfile, usersChanged, usersClient } from '../../users-client.ts'
import { UserFields } from './user-fields.tsx'
import { addressIn, changeOf, formStateOf, inForm, PERSON_FORM } from './user-form-state.ts'

const FORM = 'edit-person'

type EditUserProps = {
  person: ShownProfile
  /** A doubtful address of the person's book, edited in place of the default. */
  addressId?: string
  onClose: () => void
}

/** Edits a person's data. On a version conflict, staff choose field by field. */
export function EditUser({ person, addressId, onClose }: EditUserProps) {
  const [reason, setReason] = useState('')
  const editor = useRecordEditor({
    name: FORM,
    record: person,
    formStateOf: stored => formStateOf(stored!, addressId),
    labels: PERSON_FORM.called,
    changeOf: (current, opened) => changeOf(current, opened, reason),
    bodies: [NewUser, UserChange],
    check: (_, found) => inForm(found),
    invalid: 'Please fix the form errors',
    change: ({ id, json, current }) => {
      // A confirmation comes with the address, also where staff leave it as it is.
      const address = 'addressConfirmed' in confirmed ? { address: addressIn(current), ...confirmed } : {}
      const which = addressId ? { addressId } : {}
      return call(usersClient.users[':id'].$patch({ param: { id }, json: { ...json, ...address, ...which } }))
    },
    refresh: () => Promise.all([usersChanged(), proposalsChanged()]),
    said: saved => (isProposed(saved) ? `Proposed. ${saved.message}` : 'The details were changed'),
    onClose,
    problemsOf: error => inForm(problemsOfAnswer(error)),
    readNewer() {
      return call(usersClient.users.profile.$get({ query: { id: person.id } }))
    },
  })

  const { confirmed, question } = useAddressQuestion(editor.current, editor.set)
  const { changed } = editor.dialog
  // A confirmation alone can be saved too.
  const saved = changed.length === 0 && 'addressConfirmed' in confirmed ? ['confirmed address'] : changed

  return (
    <EditorDialog
      {...editor.dialog}
      changed={saved}
      title={addressId ? 'Correct an address of the address book' : 'Edit details'}
      saveLabel="Save changes"
    >
      <UserFields
        form={FORM}
        current={editor.current}
        errors={editor.errors}
        set={editor.set}
        isAddressWanted={false}
      />
      {question}
      <ReasonField
        label="Reason, for the record"
        id={`${FORM}-reason`}
        value={reason}
        error={editor.errors.reason}
        onChange={setReason}
      />
    </EditorDialog>
  )
}
