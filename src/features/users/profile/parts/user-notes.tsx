import { call } from '#kernel/client/calls/call.ts'
import { AddNote } from '#ui/editing/add-note.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { type ShownProfile, usersChanged, usersClient } from '../../users-client.ts'

/** Staff notes about a person, never shown to them. A note cannot be changed. */
export function UserNotes({ person }: { person: ShownProfile }) {
  return (
    <div className="flex flex-col gap-6">
      <NoteForm id={person.id} />
      {person.notes.length === 0 ? (
        <p className="text-muted text-sm">No notes yet.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {person.notes.map(({ id, note, by, at }) => (
            <li key={id} className="flex flex-col gap-1 py-3 text-sm">
              <p className="whitespace-pre-line text-base wrap-anywhere">{note}</p>
              <p className="text-muted">
                {by} · <TimeAgo at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const NoteForm = ({ id }: { id: string }) => (
  <AddNote
    maxLength={2000}
    add={async note => {
      await call(usersClient.users[':id'].notes.$post({ param: { id }, json: { note } }))
      await usersChanged()
    }}
  />
)
