import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { SavedFilter } from '../contract.ts'
import type { SavedFilters } from './use-saved-filters.ts'

type ManageDialogProps = { saved: SavedFilters; onClose: () => void }

/** Renames and deletes the user's filters. */
export function ManageDialog({ saved, onClose }: ManageDialogProps) {
  return (
    <Dialog size="sm" title="Your filters" onOpenChange={onClose}>
      {saved.filters.length === 0 ? (
        <p className="text-muted">None are left.</p>
      ) : (
        <ul className="flex flex-col gap-4">
          {saved.filters.map(filter => (
            <Row key={filter.id} filter={filter} saved={saved} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Row({ filter, saved }: { filter: SavedFilter; saved: SavedFilters }) {
  const [name, setName] = useState(filter.name)
  const isRenamed = name.trim() !== '' && name.trim() !== filter.name
  const renaming = useMutation({
    mutationFn: () => saved.rename(filter.id, name.trim()),
    onSuccess: () => toast.success(`${filter.name} is ${name.trim()} now`),
  })
  const removing = useMutation({
    mutationFn: () => saved.remove(filter.id),
    // The toast offers to restore a filter that was deleted by mistake.
    onSuccess: () =>
      toast.success(`${filter.name} was deleted`, {
        action: {
          label: 'Undo',
          onClick: () => void saved.save(filter.name, filter.query).catch(error => toast.error(error.message)),
        },
      }),
    onError: error => toast.error(error.message),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isRenamed) renaming.mutate()
  }
  return (
    <li>
      <form noValidate onSubmit={submit} className="flex items-start gap-2">
        <TextField
          label={`Name of ${filter.name}`}
          labelHidden
          className="flex-1"
          maxLength={60}
          autoComplete="off"
          error={renaming.error && (problemsOfAnswer(renaming.error).name ?? renaming.error.message)}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {isRenamed && (
          <Button type="submit" variant="secondary" busy={renaming.isPending} busyText="Renaming...">
            Rename
          </Button>
        )}
        <IconButton
          icon="trash"
          label={`Delete ${filter.name}`}
          disabled={removing.isPending}
          onClick={() => removing.mutate()}
        />
      </form>
    </li>
  )
}

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
