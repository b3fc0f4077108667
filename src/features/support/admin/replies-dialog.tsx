import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { REPLY, ReplyBody, ReplyChange } from '../desk/contract.ts'
import { filledReply } from '../desk/rules.ts'
import { DESK, deskChanged, deskClient, type ShownReply } from './desk-client.ts'

/** Lists, creates, changes and deletes canned replies. */
export function RepliesDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<ShownReply | 'new' | null>(null)
  const [doomed, setDoomed] = useState<ShownReply | null>(null)
  const list = useQuery({ queryKey: [DESK, 'replies'], queryFn: () => call(deskClient.replies.$get()) })
  if (edited) return <ReplyEditor reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
  return (
    <Dialog
      onOpenChange={onClose}
      title="Canned replies"
      description="Answers that all staff can insert and then change. {firstName} and {subject} are filled in."
      footer={
        <Button icon="plus" onClick={() => setEdited('new')}>
          New reply
        </Button>
      }
    >
      {list.isLoadingError ? (
        <FailedState query={list} title="Failed to load canned replies" />
      ) : !list.data ? (
        <SkeletonText lines={6} />
      ) : list.data.replies.length === 0 ? (
        <EmptyState icon="mail" title="No canned replies yet" />
      ) : (
        <ul className="divide-y divide-line">
          {list.data.replies.map(reply => (
            <li key={reply.id} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold wrap-anywhere">{reply.name}</p>
                <p className="line-clamp-2 text-muted text-sm wrap-anywhere">{reply.body}</p>
              </div>
              <IconButton icon="edit" size="sm" label={`Edit ${reply.name}`} onClick={() => setEdited(reply)} />
              <IconButton icon="trash" size="sm" label={`Delete ${reply.name}`} onClick={() => setDoomed(reply)} />
            </li>
          ))}
        </ul>
      )}
      <DeleteReply reply={doomed} onClose={() => setDoomed(null)} />
    </Dialog>
  )
}

function DeleteReply({ reply, onClose }: { reply: ShownReply | null; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: (id: string) => call(deskClient.replies[':id'].$delete({ param: { id } })),
    async onSuccess() {
      onClose()
      await deskChanged()
      toast.success('Canned reply deleted')
    },
  })
  return (
    <ConfirmDialog
      open={reply !== null}
      onOpenChange={onClose}
      title={`Delete “${reply?.name ?? ''}”?`}
      description="It can no longer be inserted. Answers that were sent with it stay as they are."
      confirmLabel="Delete reply"
      danger
      onConfirm={async () => {
        if (reply) await remove.mutateAsync(reply.id)
      }}
    />
  )
}

/** The form of a canned reply. @param reply null makes a new one. */
function ReplyEditor({ reply, onClose }: { reply: ShownReply | null; onClose: () => void }) {
  const { current, text, refusal, problems, dialog } = useRecordEditor({
    name: 'reply',
    record: reply,
    formStateOf: stored => (stored ? REPLY.typedOf(stored) : REPLY.blank),
    labels: REPLY.called,
    bodies: [ReplyBody, ReplyChange],
    changeOf: current => current,
    create: (json, options) => call(deskClient.replies.$post({ json }, options)),
    change: ({ id, json }) => call(deskClient.replies[':id'].$patch({ param: { id }, json })),
    refresh: deskChanged,
    said: () => (reply ? 'Canned reply changed' : 'Canned reply made'),
    onClose,
  })
  return (
    <EditorDialog
      {...dialog}
      title={reply ? `Edit “${reply.name}”` : 'New canned reply'}
      saveLabel={reply ? 'Save changes' : 'Make reply'}
      problems={[]}
      refusal={problems.length === 0 && refusal}
    >
      <TextField required {...REPLY.controlOf('name')} {...text('name')} />
      <TextAreaField required rows={8} {...REPLY.controlOf('body')} {...text('body')} />
      {current.body.includes('{') && (
        <p className="whitespace-pre-wrap border-line border-l-2 pl-4 text-muted text-sm wrap-anywhere">
          {filledReply(current.body, { name: 'Sam Porter', subject: 'Where is my parcel?' })}
        </p>
      )}
      {reply && <AuditHistory type="canned-reply" id={reply.id} />}
    </EditorDialog>
  )
}
