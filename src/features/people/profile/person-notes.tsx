import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#platform/client/call.ts'
import { problemsOfAnswer } from '#platform/client/field-problems.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import { TimeAgo } from '#ui/time-ago.tsx'
import { peopleChanged, peopleClient, type ShownProfile } from '../people-client.ts'

/** What colleagues should know of a person, who never sees it; it is written once and stays. */
export function PersonNotes({ person }: { person: ShownProfile }) {
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

function NoteForm({ id }: { id: string }) {
  const [note, setNote] = useState('')
  const add = useMutation({
    mutationFn: () => call(peopleClient.users[':id'].notes.$post({ param: { id }, json: { note } })),
    async onSuccess() {
      setNote('')
      await peopleChanged()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col items-start gap-3">
      <TextAreaField
        label="Note, for staff only"
        rows={2}
        maxLength={2000}
        className="w-full"
        value={note}
        error={problemsOfAnswer(add.error).note ?? add.error?.message}
        onChange={event => {
          setNote(event.target.value)
          add.reset()
        }}
      />
      <Button type="submit" variant="secondary" size="sm" busy={add.isPending} busyText="Adding...">
        Add note
      </Button>
    </form>
  )
}
