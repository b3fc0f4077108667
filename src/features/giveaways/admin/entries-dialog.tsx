import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import type { AdminEntry, AdminGiveaway } from '../admin-contract.ts'
import { adminClient, forgetGiveaways } from './giveaways-admin-client.ts'

type EntriesDialogProps = { giveaway: AdminGiveaway; onClose: () => void; onSelectWinner: () => void }

/** Giveaway Entries: who holds which slot, the free entries by mail, and the way to the draw. */
export function EntriesDialog({ giveaway, onClose, onSelectWinner }: EntriesDialogProps) {
  const [removing, setRemoving] = useState<AdminEntry | null>(null)
  const isDrawn = giveaway.winner !== null
  const list = useQuery({
    queryKey: ['admin-giveaways', giveaway.id, 'entries'],
    queryFn() {
      transport.forget(`/api/giveaways/${giveaway.id}/entries`)
      return call(adminClient().giveaways[':id'].entries.$get({ param: { id: giveaway.id } }))
    },
  })
  const entries = list.data?.entries ?? []
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={`Giveaway Entries: ${giveaway.title}`}
      footer={
        !isDrawn && (
          <Button disabled={entries.length === 0} onClick={onSelectWinner}>
            Select Winner
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {!isDrawn && <AddPrivateEntry giveawayId={giveaway.id} />}
        {list.isPending && <SkeletonText lines={8} />}
        {list.isError && (
          <FailedState title="Failed to load giveaway entries" onRetry={() => void list.refetch()}>
            {list.error.message}
          </FailedState>
        )}
        {list.data && entries.length === 0 && <EmptyState icon="ticket" title="No entries found for this giveaway" />}
        {entries.length > 0 && (
          <Table caption={`${entries.length} entries`}>
            <thead>
              <tr>
                <HeadCell numeric>Slot</HeadCell>
                <HeadCell>Name</HeadCell>
                <HeadCell>E-mail</HeadCell>
                <HeadCell>Date</HeadCell>
                <HeadCell>Kind</HeadCell>
                {!isDrawn && (
                  <HeadCell>
                    <span className="sr-only">Remove</span>
                  </HeadCell>
                )}
              </tr>
            </thead>
            <tbody>
              {entries.map(entry => (
                <EntryRow key={entry.id} entry={entry} onRemove={isDrawn ? undefined : () => setRemoving(entry)} />
              ))}
            </tbody>
          </Table>
        )}
      </div>
      {removing && <RemoveEntry giveawayId={giveaway.id} entry={removing} onClose={() => setRemoving(null)} />}
    </Dialog>
  )
}

function EntryRow({ entry, onRemove }: { entry: AdminEntry; onRemove: (() => void) | undefined }) {
  return (
    <tr>
      <Cell numeric>{entry.slotNumber}</Cell>
      <Cell className="whitespace-nowrap">{entry.name}</Cell>
      <Cell>{entry.email}</Cell>
      <Cell className="whitespace-nowrap">{formatMoment(new Date(entry.date))}</Cell>
      <Cell>
        {entry.isPrivateEntry && <Badge>By mail</Badge>}
        {entry.isAutoEntry && <Badge>Auto-entry</Badge>}
        {entry.isStaff && <Badge tone="warning">Staff</Badge>}
        {!entry.isPrivateEntry && !entry.isAutoEntry && !entry.isStaff && 'Credit'}
      </Cell>
      {onRemove && (
        <Cell>
          <Button
            size="sm"
            variant="quiet"
            onClick={onRemove}
            aria-label={`Remove the entry in slot ${entry.slotNumber}`}
          >
            Remove
          </Button>
        </Cell>
      )}
    </tr>
  )
}

/** Add Private Entry: a free entry that came by mail. */
function AddPrivateEntry({ giveawayId }: { giveawayId: string }) {
  const [draft, setDraft] = useState({ name: '', email: '' })
  const adding = useMutation({
    mutationFn: () =>
      call(adminClient().admin.giveaways[':id']['private-entries'].$post({ param: { id: giveawayId }, json: draft })),
    async onSuccess({ message }) {
      toast.success(message)
      setDraft({ name: '', email: '' })
      await forgetGiveaways()
    },
    onError: error => toast.error(error.message || 'Failed to create private entry'),
  })
  const errors = adding.error instanceof ApiError ? adding.error.errors : {}
  function submit(event: FormEvent) {
    event.preventDefault()
    adding.mutate()
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Add Private Entry" className="flex flex-wrap items-start gap-3">
      <TextField
        label="Name"
        className="min-w-48 flex-1"
        value={draft.name}
        maxLength={120}
        error={errors.name?.[0]}
        onChange={event => setDraft({ ...draft, name: event.target.value })}
      />
      <TextField
        label="E-mail"
        type="email"
        className="min-w-48 flex-1"
        value={draft.email}
        maxLength={254}
        error={errors.email?.[0]}
        onChange={event => setDraft({ ...draft, email: event.target.value })}
      />
      <Button type="submit" variant="secondary" busy={adding.isPending} busyText="Adding..." className="mt-7">
        Add Private Entry
      </Button>
    </form>
  )
}

function RemoveEntry({ giveawayId, entry, onClose }: { giveawayId: string; entry: AdminEntry; onClose: () => void }) {
  async function remove() {
    const param = { id: giveawayId, slotNumber: String(entry.slotNumber) }
    const { message } = await call(adminClient().admin.giveaways[':id'].entries[':slotNumber'].$delete({ param }))
    toast.success(message)
    await forgetGiveaways()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove the entry in slot ${entry.slotNumber}?`}
      description={
        entry.isPrivateEntry
          ? `${entry.name} is taken out of the draw.`
          : `${entry.name} is taken out of the draw and gets the ${entry.tier} credit back. The slot is free again.`
      }
      confirmLabel="Remove entry"
      busyLabel="Removing..."
      danger
      onConfirm={remove}
    />
  )
}
