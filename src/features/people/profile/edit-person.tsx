import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { type FieldProblems, problemsOfAnswer } from '#platform/client/field-problems.ts'
import { EditorDialog } from '#ui/editor-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { ReasonField } from '#ui/reason-field.tsx'
import { toast } from '#ui/toast.ts'
import { useEditConflict } from '#ui/use-edit-conflict.tsx'
import { PersonFields } from '../create/person-fields.tsx'
import { peopleChanged, peopleClient, type ShownProfile } from '../people-client.ts'
import { changedFields, changeOf, DRAFT_NAMES, draftOf, inForm, type PersonDraft, problemsOf } from './person-draft.ts'

const FORM = 'edit-person'

/** Edits a person's data. On a version conflict, staff choose field by field. */
export function EditPerson({ person, onClose }: { person: ShownProfile; onClose: () => void }) {
  const [opened, setOpened] = useState(() => draftOf(person))
  const [draft, setDraft] = useState(opened)
  const [version, setVersion] = useState(person.version)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<FieldProblems>({})
  const conflict = useEditConflict({
    opened,
    draft,
    labels: DRAFT_NAMES,
    onMerged(merged, newer) {
      setDraft(merged)
      setOpened(newer)
    },
  })
  const change = changeOf(draft, opened, reason, version)
  const saving = useMutation({
    mutationFn: () => call(peopleClient.users[':id'].$patch({ param: { id: person.id }, json: change })),
    async onSuccess() {
      await peopleChanged()
      toast.success('The details were changed')
      onClose()
    },
    onError: error => void fail(error),
  })

  async function fail(error: Error) {
    setErrors(inForm(problemsOfAnswer(error)))
    if (!(error instanceof ApiError && error.code === 'version_conflict')) return
    transport.invalidate('/api/admin/users')
    const newer = await call(peopleClient.users.profile.$get({ query: { id: person.id } }))
    setVersion(newer.version)
    const { by, at } = error.details as { by?: string; at?: string }
    saving.reset()
    conflict.meet(draftOf(newer), { by, at })
  }
  function save() {
    const found = problemsOf(change)
    setErrors(found)
    if (Object.keys(found).length === 0 && !saving.isPending) saving.mutate()
  }
  function set(fields: Partial<PersonDraft>) {
    setDraft(now => ({ ...now, ...fields }))
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in fields))))
  }

  return (
    <EditorDialog
      title="Edit details"
      saveLabel="Save changes"
      formId={FORM}
      changed={changedFields(draft, opened).map(field => DRAFT_NAMES[field])}
      busy={saving.isPending}
      conflict={conflict.panel}
      onSave={save}
      onClose={onClose}
    >
      <FormError problems={Object.entries(errors).map(([field, message]) => ({ field: `${FORM}-${field}`, message }))}>
        {saving.error?.message ?? (Object.keys(errors).length > 0 && 'Please fix the form errors')}
      </FormError>
      <PersonFields form={FORM} draft={draft} errors={errors} set={set} isAddressWanted={false} />
      <ReasonField
        label="Reason, for the record"
        id={`${FORM}-reason`}
        value={reason}
        error={errors.reason}
        onChange={setReason}
      />
    </EditorDialog>
  )
}
