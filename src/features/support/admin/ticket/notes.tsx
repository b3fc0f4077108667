import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { AddNote } from '#ui/editing/add-note.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { ANSWER_LENGTH } from '../../desk/contract.ts'
import { deskChanged, deskClient, type ShownThread, threadKey } from '../desk-client.ts'

/** Notes between staff; the ticket's writer never sees them. */
export function Notes({ ticket, mayAdd }: { ticket: ShownThread; mayAdd: boolean }) {
  return (
    <section aria-label="Notes of the staff" className="flex flex-col gap-3">
      <h4 className="label border-line border-b pb-2 text-muted">Notes of the staff</h4>
      {ticket.notes.length > 0 && (
        <ol className="flex flex-col divide-y divide-line">
          {ticket.notes.map(note => (
            <li key={note.id} className="py-3 text-sm first:pt-0">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-semibold">{note.author ?? 'Staff'}</span>
                <TimeAgo at={note.createdAt} className="text-muted" />
              </p>
              <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{note.text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayAdd ? (
        <NoteForm id={ticket.id} />
      ) : (
        ticket.notes.length === 0 && <p className="text-muted text-sm">None yet.</p>
      )}
    </section>
  )
}

const NoteForm = ({ id }: { id: string }) => (
  <AddNote
    label="Add a note, for staff only"
    maxLength={ANSWER_LENGTH}
    add={async note => {
      const thread = await call(deskClient.threads[':id'].notes.$post({ param: { id }, json: { note } }))
      queryClient.setQueryData(threadKey(id), thread)
      await deskChanged()
    }}
  />
)
