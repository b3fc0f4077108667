import { useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useList } from '#ui/use-list.ts'
import { ADMIN_GIVEAWAYS, adminClient, useAdminGiveaway } from '../../lifecycle/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '../../lifecycle/admin-contract.ts'
import type { AdminEntry, EntryKind } from '../entries-contract.ts'
import { AddPrivateEntry } from './add-private-entry.tsx'
import { EntryTable } from './entry-table.tsx'
import { RemoveEntry } from './remove-entry.tsx'

type EntriesDialogProps = { id: string; onClose: () => void; onSelectWinner: (giveaway: AdminGiveaway) => void }

const PAGE = '50'
const KINDS: readonly { value: EntryKind; label: string }[] = [
  { value: 'live', label: 'All entries' },
  { value: 'credit', label: 'By credit' },
  { value: 'auto', label: 'Auto-entry' },
  { value: 'mail', label: 'Private, by mail' },
  { value: 'staff', label: 'Staff' },
  { value: 'removed', label: 'Removed' },
]

/** Giveaway Entries: slot holders, mail-in entries, and the button to the draw. */
export function EntriesDialog({ id, onClose, onSelectWinner }: EntriesDialogProps) {
  const { data: giveaway, error, isFetching, refetch } = useAdminGiveaway(id)
  const mayDraw = useRight('giveaways.draw')
  const canDraw = mayDraw && giveaway !== undefined && giveaway.winner === null
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={giveaway ? `Giveaway Entries: ${giveaway.title}` : 'Giveaway Entries'}
      footer={
        canDraw && (
          <Button disabled={giveaway.entriesCount === 0} onClick={() => onSelectWinner(giveaway)}>
            Select Winner
          </Button>
        )
      }
    >
      {giveaway ? (
        <EntriesOf giveaway={giveaway} />
      ) : error ? (
        <FailedState
          // The URL may name a giveaway that does not exist or was deleted.
          title={
            error instanceof ApiError && error.status === 404
              ? 'No giveaway selected'
              : 'Failed to load giveaway entries'
          }
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {error.message}
        </FailedState>
      ) : (
        <SkeletonText lines={8} />
      )}
    </Dialog>
  )
}

function EntriesOf({ giveaway }: { giveaway: AdminGiveaway }) {
  const [kind, setKind] = useState<EntryKind>('live')
  const [q, setQ] = useState('')
  const [removing, setRemoving] = useState<AdminEntry | null>(null)
  const mayChange = useRight('entries.change')
  const words = q.trim()
  const list = useList({
    queryKey: [...ADMIN_GIVEAWAYS, 'entries', giveaway.id, kind, words],
    fetchPage: next =>
      call(
        adminClient().giveaways[':id'].entries.$get({
          param: { id: giveaway.id },
          query: { kind, limit: PAGE, ...(words && { q: words }), ...next },
        }),
      ),
    rowsOf: page => page.entries,
  })
  const canChange = mayChange && giveaway.winner === null && kind !== 'removed'
  const takesMail = mayChange && !giveaway.winner && !giveaway.isDraft && giveaway.closing?.reason !== 'cancelled'
  return (
    <div className="flex flex-col gap-6">
      {takesMail && <AddPrivateEntry giveaway={giveaway} />}
      <search className="flex flex-wrap items-end gap-3">
        <SearchField
          label="Search entries"
          placeholder="Slot, name or e-mail"
          className="min-w-48 flex-1"
          value={q}
          onChange={setQ}
        />
        <SelectField
          label="Show"
          className="w-full sm:w-48"
          options={KINDS}
          value={kind}
          onChange={event => setKind(event.target.value as EntryKind)}
        />
      </search>
      <ListBody
        list={list}
        failed={list.firstPage ? 'Failed to load entries' : 'Failed to load giveaway entries'}
        loading={8}
        empty={
          <EmptyState
            icon="ticket"
            title={q || kind !== 'live' ? 'No entries match' : 'No entries found for this giveaway'}
          />
        }
        nouns={['entry', 'entries']}
        total={kind === 'live' && !q ? list.firstPage?.total : undefined}
        className="flex flex-col gap-6"
      >
        {entries => <EntryTable entries={entries} onRemove={canChange ? setRemoving : undefined} />}
      </ListBody>
      {removing && <RemoveEntry giveaway={giveaway} entry={removing} onClose={() => setRemoving(null)} />}
    </div>
  )
}
