import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { SavedFilters } from './use-saved-filters.ts'

type SaveDialogProps = { saved: SavedFilters; query: string; onClose: () => void }

/** Saves the active filter under a name. */
export function SaveDialog({ saved, query, onClose }: SaveDialogProps) {
  const [name, setName] = useState('')
  const saving = useMutation({
    mutationFn: () => saved.save(name.trim(), query),
    onSuccess() {
      toast.success(`${name.trim()} was saved`)
      onClose()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) saving.mutate()
  }
  return (
    <Dialog
      open
      startsInField
      size="sm"
      title="Save filter"
      description="It is kept with your account."
      onOpenChange={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label="Name"
          maxLength={60}
          required
          autoComplete="off"
          error={saving.error && (problemsOfAnswer(saving.error).name ?? saving.error.message)}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button
          type="submit"
          disabled={!name.trim()}
          busy={saving.isPending}
          busyText="Saving..."
          className="self-start"
        >
          Save
        </Button>
      </form>
    </Dialog>
  )
}
