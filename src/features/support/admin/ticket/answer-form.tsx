import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LeaveDialog, useUnsaved } from '#ui/editing/unsaved.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { ANSWER_LENGTH } from '../../desk/contract.ts'
import { filledReply } from '../../desk/rules.ts'
import { DESK, deskChanged, deskClient, type ShownThread, threadKey } from '../desk-client.ts'

type Props = { ticket: ShownThread; onManageReplies: () => void }

/**
 * An answer by e-mail. The typed text survives a colleague's answer and a failed request. Staff must read newer messages before
 * sending.
 */
export function AnswerForm({ ticket, onManageReplies }: Props) {
  const [text, setText] = useState('')
  /** The ticket version at the first keystroke. */
  const [read, setRead] = useState<number | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const unsaved = useUnsaved(text.trim() ? ['your answer'] : [], () => setText(''))
  const send = useSending(ticket, read, () => setText(''))
  const isOld = read !== null && text.trim() !== '' && read !== ticket.version

  function write(next: string) {
    setText(next)
    setRead(now => (next.trim() === '' ? null : (now ?? ticket.version)))
    send.reset()
  }
  function submit(event: FormEvent, close = false) {
    event.preventDefault()
    if (!send.isPending) send.mutate({ message: text, close })
  }
  const problem = send.error instanceof ApiError ? send.error.errors.message?.[0] : undefined
  const isLate = send.error instanceof ApiError && send.error.code === 'version_conflict'
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" aria-label="Answer">
      <TextAreaField
        ref={field}
        label={`Answer ${ticket.userName}`}
        hint={`By e-mail to ${ticket.userEmail}, with the conversation quoted`}
        rows={5}
        maxLength={ANSWER_LENGTH}
        value={text}
        error={problem}
        onChange={({ target }) => write(target.value)}
      />
      {isOld && (
        <Notice kind="warning" live title="Something changed while you were writing">
          <p>Read what is new above. Your text is still here.</p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            onClick={() => {
              setRead(ticket.version)
              field.current?.focus()
            }}
          >
            I have read it
          </Button>
        </Notice>
      )}
      <FormError>{problem || isLate ? undefined : send.error?.message}</FormError>
      <div className="flex flex-wrap items-end gap-3">
        <CannedChoice
          onChoose={body => {
            const filled = filledReply(body, { name: ticket.userName, subject: ticket.subject })
            write(text.trim() ? `${text.trimEnd()}\n\n${filled}` : filled)
            field.current?.focus()
          }}
          onManage={onManageReplies}
        />
        <Button type="submit" disabled={isOld} busy={send.isPending} busyText="Sending...">
          Send
        </Button>
        <Button variant="secondary" disabled={isOld || send.isPending} onClick={event => submit(event, true)}>
          Send and close
        </Button>
      </div>
      <LeaveDialog unsaved={unsaved} />
    </form>
  )
}

function useSending(ticket: ShownThread, read: number | null, onSent: () => void) {
  const sendOnce = useIdempotentSend()
  return useMutation({
    mutationFn(written: { message: string; close: boolean }) {
      const json = { ...written, version: read ?? ticket.version }
      const param = { id: ticket.id }
      return sendOnce({ ...param, ...json }, options =>
        call(deskClient.threads[':id'].answers.$post({ param, json }, options)),
      )
    },
    async onSuccess(thread) {
      onSent()
      queryClient.setQueryData(threadKey(thread.id), thread)
      await deskChanged()
      toast.success('Answer sent')
    },
    // On a version conflict the thread is fetched again, so that staff read the newer messages.
    onError: () => void deskChanged(),
  })
}

function CannedChoice({ onChoose, onManage }: { onChoose: (body: string) => void; onManage: () => void }) {
  const { data } = useQuery({ queryKey: [DESK, 'replies'], queryFn: () => call(deskClient.replies.$get()) })
  const replies = data?.replies ?? []
  if (data && replies.length === 0) {
    return (
      <Button variant="quiet" icon="plus" onClick={onManage} className="mr-auto">
        Make a canned reply
      </Button>
    )
  }
  // A menu, because a closed `<select>` would insert a reply at each arrow key.
  return (
    <span className="mr-auto">
      <Menu
        align="start"
        trigger={
          <Button variant="secondary" icon="chevron-down" disabled={!data}>
            Canned reply
          </Button>
        }
        entries={replies.map(({ name, body }) => ({ label: name, onSelect: () => onChoose(body) }))}
      />
    </span>
  )
}
