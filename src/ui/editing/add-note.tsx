import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { Button } from '../buttons/button.tsx'
import { TextAreaField } from '../forms/text-area-field.tsx'

type AddNoteProps = {
  label?: string
  maxLength: number
  /** Sends the note and updates the list of notes. A refusal of the field `note` appears below the field. */
  add: (note: string) => Promise<unknown>
}

/** Form for a staff note; shoppers never see notes. */
export function AddNote({ label = 'Note, for staff only', maxLength, add }: AddNoteProps) {
  const [note, setNote] = useState('')
  const adding = useMutation({ mutationFn: () => add(note), onSuccess: () => setNote('') })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!adding.isPending) adding.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-3">
      <TextAreaField
        label={label}
        rows={2}
        maxLength={maxLength}
        className="w-full"
        value={note}
        error={problemsOfAnswer(adding.error).note ?? adding.error?.message}
        onChange={({ target }) => {
          setNote(target.value)
          adding.reset()
        }}
      />
      <Button type="submit" variant="secondary" size="sm" busy={adding.isPending} busyText="Adding...">
        Add note
      </Button>
    </form>
  )
}
