import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/audit-history.tsx'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { problemsOfAnswer } from '#platform/client/field-problems.ts'
import { useIdempotentSend } from '#platform/client/idempotency-key.ts'
import { EditorDialog } from '#ui/editor-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { type Conflict, useEditConflict } from '#ui/use-edit-conflict.tsx'
import { REPLY_LENGTH, REPLY_NAME_LENGTH } from '../desk/contract.ts'
import { filledReply } from '../desk/rules.ts'
import { deskChanged, deskClient, type ShownReply } from './desk-client.ts'

type Draft = { name: string; body: string }
type Errors = Partial<Record<keyof Draft, string>>

const LABELS: Record<keyof Draft, string> = { name: 'name', body: 'reply' }

/** The form of a canned reply. @param reply null makes a new one. */
export function ReplyEditor({ reply, onClose }: { reply: ShownReply | null; onClose: () => void }) {
  const [opened, setOpened] = useState<Draft>({ name: reply?.name ?? '', body: reply?.body ?? '' })
  const [draft, setDraft] = useState(opened)
  const changed = (Object.keys(LABELS) as (keyof Draft)[]).filter(field => draft[field] !== opened[field])
  const conflict = useEditConflict({
    opened,
    draft,
    labels: LABELS,
    onMerged(merged, newer) {
      setDraft(merged)
      setOpened(newer)
    },
  })
  const { saving, errors, setErrors } = useSaving({ reply, draft, conflict, onClose })
  const set = (field: keyof Draft, value: string) => {
    setDraft(now => ({ ...now, [field]: value }))
    setErrors(now => ({ ...now, [field]: undefined }))
  }
  return (
    <EditorDialog
      title={reply ? `Edit “${reply.name}”` : 'New canned reply'}
      saveLabel={reply ? 'Save changes' : 'Make reply'}
      formId="reply-form"
      changed={changed.map(field => LABELS[field])}
      isNew={!reply}
      busy={saving.isPending}
      conflict={conflict.panel}
      onSave={() => saving.mutate()}
      onClose={onClose}
    >
      <FormError>{Object.values(errors).some(Boolean) || conflict.panel ? undefined : saving.error?.message}</FormError>
      <TextField
        label="Name"
        required
        maxLength={REPLY_NAME_LENGTH}
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => set('name', target.value)}
      />
      <TextAreaField
        label="Reply"
        required
        rows={8}
        maxLength={REPLY_LENGTH}
        hint="{firstName} becomes the writer’s first name, {subject} what they wrote about."
        value={draft.body}
        error={errors.body}
        onChange={({ target }) => set('body', target.value)}
      />
      {draft.body.includes('{') && (
        <p className="whitespace-pre-wrap border-line border-l-2 pl-4 text-muted text-sm wrap-anywhere">
          {filledReply(draft.body, { name: 'Sam Porter', subject: 'Where is my parcel?' })}
        </p>
      )}
      {reply && <AuditHistory type="canned-reply" id={reply.id} />}
    </EditorDialog>
  )
}

type Saving = { reply: ShownReply | null; draft: Draft; conflict: Conflict<Draft>; onClose: () => void }

function useSaving({ reply, draft, conflict, onClose }: Saving) {
  const [version, setVersion] = useState(reply?.version ?? 1)
  const [errors, setErrors] = useState<Errors>({})
  const sendOnce = useIdempotentSend()
  const saving = useMutation({
    async mutationFn() {
      if (reply) await call(deskClient.replies[':id'].$patch({ param: { id: reply.id }, json: { ...draft, version } }))
      else await sendOnce(draft, options => call(deskClient.replies.$post({ json: draft }, options)))
    },
    async onSuccess() {
      onClose()
      await deskChanged()
      toast.success(reply ? 'Canned reply changed' : 'Canned reply made')
    },
    onError(error) {
      setErrors(problemsOfAnswer(error))
      if (!(error instanceof ApiError && error.code === 'version_conflict')) return
      const {
        name,
        body,
        at,
        by,
        version: newer,
      } = error.details as Draft & { at: string; by?: string; version: number }
      setVersion(newer)
      conflict.meet({ name, body }, { by, at })
    },
  })
  return { saving, errors, setErrors }
}
