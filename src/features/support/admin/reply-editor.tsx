import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { REPLY_LENGTH, REPLY_NAME_LENGTH } from '../desk/contract.ts'
import { filledReply } from '../desk/rules.ts'
import { deskChanged, deskClient, type ShownReply } from './desk-client.ts'

type Stored = Pick<ShownReply, 'name' | 'body' | 'version'>

const LABELS = { name: 'name', body: 'reply' }

/** The form of a canned reply. @param reply null makes a new one. */
export function ReplyEditor({ reply, onClose }: { reply: ShownReply | null; onClose: () => void }) {
  const { draft, errors, text, refusal, dialog } = useRecordEditor({
    name: 'reply',
    record: reply as Stored | null,
    draftOf: stored => ({ name: stored?.name ?? '', body: stored?.body ?? '' }),
    labels: LABELS,
    async send({ draft, version }, sendOnce) {
      if (reply)
        await call(deskClient.replies[':id'].$patch({ param: { id: reply.id }, json: { ...draft, version: version! } }))
      else await sendOnce(draft, options => call(deskClient.replies.$post({ json: draft }, options)))
    },
    async onSaved() {
      onClose()
      await deskChanged()
      toast.success(reply ? 'Canned reply changed' : 'Canned reply made')
    },
    // The refusal has the newer version.
    readNewer: details => details as Stored,
  })
  return (
    <EditorDialog
      {...dialog}
      title={reply ? `Edit “${reply.name}”` : 'New canned reply'}
      saveLabel={reply ? 'Save changes' : 'Make reply'}
      onClose={onClose}
    >
      <FormError>{Object.keys(errors).length === 0 && refusal}</FormError>
      <TextField label="Name" required maxLength={REPLY_NAME_LENGTH} {...text('name')} />
      <TextAreaField
        label="Reply"
        required
        rows={8}
        maxLength={REPLY_LENGTH}
        hint="{firstName} becomes the writer’s first name, {subject} what they wrote about."
        {...text('body')}
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
