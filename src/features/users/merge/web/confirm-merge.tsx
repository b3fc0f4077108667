import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reauthenticated } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { PEOPLE, type ShownUser, usersChanged, usersClient } from '../../users-client.ts'
import { MergeEffects } from './merge-effects.tsx'

type ConfirmMergeProps = {
  one: ShownUser
  other: ShownUser
  onMerged: (id: string) => void
  onBack: () => void
  onClose: () => void
}

/** Chooses the account that stays, shows the effects, and asks for the typed confirmation. */
export function ConfirmMerge({ one, other, onMerged, onBack, onClose }: ConfirmMergeProps) {
  const [into, setInto] = useState(one)
  const [reason, setReason] = useState('')
  const [isDone, setDone] = useState(false)
  const from = into.id === one.id ? other : one
  const preview = useQuery({
    queryKey: [PEOPLE, 'merge', from.id, into.id],
    queryFn: () => call(usersClient.users.merge.preview.$post({ json: { from: from.id, into: into.id } })),
    // Always fetched again, because the preview must be true at the confirmation.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    enabled: !isDone,
  })
  const isBlocked = (preview.data?.blockers.length ?? 0) > 0

  async function merge() {
    if (!preview.data || preview.isPlaceholderData || isBlocked)
      throw new Error('These two cannot be merged as they are.')
    const json = { from: from.id, into: into.id, reason: reasonIn(reason) }
    const { message } = await reauthenticated(() => call(usersClient.users.merge.$post({ json })))
    setDone(true)
    toast.success(message)
    onMerged(into.id)
    await usersChanged()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Merge two accounts?"
      description="Everything of one goes over to the other, and the emptied one is closed. This cannot be undone."
      confirmLabel="Merge accounts"
      busyLabel="Merging..."
      danger
      typed={from.email}
      onConfirm={merge}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-semibold text-sm">Which one stays?</legend>
        {[one, other].map(person => (
          <label
            key={person.id}
            className="flex cursor-pointer items-start gap-3 rounded-sm border border-line-strong px-3 py-2 has-checked:border-signal has-checked:bg-raised"
          >
            <input
              type="radio"
              name="into"
              className="mt-1.5"
              checked={into.id === person.id}
              onChange={() => setInto(person)}
            />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{person.name}</span>
              <span className="block text-muted text-sm wrap-anywhere">{person.email}</span>
            </span>
          </label>
        ))}
        <button type="button" className="self-start py-1 text-sm underline underline-offset-3" onClick={onBack}>
          Choose somebody else
        </button>
      </fieldset>
      {preview.isError && <FormError>{preview.error.message}</FormError>}
      {preview.isPending && <SkeletonText lines={5} />}
      {preview.data && <MergeEffects preview={preview.data} isOld={preview.isPlaceholderData} />}
      <ReasonField label="Reason, for the record" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
