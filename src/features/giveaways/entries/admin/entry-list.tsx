import { useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { isProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { dayInWords, formatMoment } from '#kernel/values/format-moment.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmailText } from '#ui/data/email-text.tsx'
import { Cell, Table } from '#ui/data/table.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useList } from '#ui/use-list.ts'
import { ADMIN_GIVEAWAYS, adminClient, carryOut } from '../../giveaway/admin/giveaways-admin-client.ts'
import type { AdminEntry, AdminGiveaway, EntryKind } from '../../giveaway/admin-contract.ts'

const PAGE = '50'
const KINDS: readonly { value: EntryKind; label: string }[] = [
  { value: 'live', label: 'All entries' },
  { value: 'credit', label: 'By credit' },
  { value: 'auto', label: 'Auto-entry' },
  { value: 'mail', label: 'Private, by a free entry' },
  { value: 'staff', label: 'Staff' },
  { value: 'removed', label: 'Removed' },
]

/** Entries of a giveaway: searched, filtered by kind, and removed one by one. */
export function EntryList({ giveaway }: { giveaway: AdminGiveaway }) {
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
  const isSealed = giveaway.frozenAt !== null || giveaway.state === 'drawn'
  const canChange = mayChange && !isSealed && kind !== 'removed'
  return (
    <div className="flex flex-col gap-6">
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

/** The mark of an entry whose owner the giveaway's terms refuse now. */
const INELIGIBLE_WORDS: Record<NonNullable<AdminEntry['ineligible']>, string> = {
  under_giveaway_age: 'Under age',
  state_excluded: 'Excluded state',
  address_abroad: 'Lives abroad',
  address_needed: 'No address on file',
  state_unknown: 'State unreadable',
}

type EntryTableProps = { entries: readonly AdminEntry[]; onRemove: ((entry: AdminEntry) => void) | undefined }

/** Narrow screens show the wide columns below the entrant's name. */
const WIDE = 'max-lg:hidden'
const NARROW = 'lg:hidden'

/** Entries with their holders. A removed entry shows the reason and the fate of its credit. */
function EntryTable({ entries, onRemove }: EntryTableProps) {
  return (
    <Table
      caption="Entries"
      captionHidden
      className="max-lg:min-w-0!"
      head={[
        { name: 'Slot', numeric: true, className: 'max-lg:pr-0!' },
        'Entrant',
        { name: 'Tier', className: WIDE },
        { name: 'Date', className: WIDE },
        { name: 'Kind', className: WIDE },
        ...(onRemove ? [{ name: 'Remove', isHidden: true }] : []),
      ]}
    >
      {entries.map(entry => (
        <tr key={entry.id}>
          <Cell numeric className="max-lg:pr-0! max-lg:align-top">
            {entry.slotNumber}
          </Cell>
          <Cell className="lg:min-w-60">
            <EmailText>{entry.email}</EmailText>
            <span className="block text-muted wrap-anywhere">{entry.name}</span>
            <span className={`block text-muted ${NARROW}`}>
              {entry.tier} · {formatMoment(new Date(entry.date))}
            </span>
            <div className={`mt-1 ${NARROW}`}>
              <Kind entry={entry} />
            </div>
          </Cell>
          <Cell className={WIDE}>{entry.tier}</Cell>
          <Cell className={`whitespace-nowrap ${WIDE}`}>{formatMoment(new Date(entry.date))}</Cell>
          <Cell className={WIDE}>
            <Kind entry={entry} />
          </Cell>
          {onRemove && (
            <Cell className="pl-0!">
              <IconButton
                size="sm"
                icon="trash"
                label={`Remove the entry in slot ${entry.slotNumber}`}
                onClick={() => onRemove(entry)}
              />
            </Cell>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Kind({ entry }: { entry: AdminEntry }) {
  const {
    isPrivateEntry,
    isAutoEntry,
    isStaff,
    isInDraw,
    receivedOn,
    postmarkedOn,
    removal,
    ineligible,
    rulesVersion,
  } = entry
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1">
        {isPrivateEntry && <Badge>Private</Badge>}
        {isAutoEntry && <Badge>Auto-entry</Badge>}
        {isStaff && <Badge tone="warning">Staff</Badge>}
        {ineligible && <Badge tone="warning">{INELIGIBLE_WORDS[ineligible]}</Badge>}
        {!isInDraw && !removal && <Badge tone="warning">{isStaff ? 'Not drawn' : 'Payment disputed: not drawn'}</Badge>}
        {!isPrivateEntry && !isAutoEntry && !isStaff && 'Credit'}
      </span>
      {rulesVersion !== null && <span className="text-muted">Rules version {rulesVersion}</span>}
      {receivedOn && (
        <span className="text-muted">
          Received {dayInWords(receivedOn)}
          {postmarkedOn && `, postmarked ${dayInWords(postmarkedOn)}`}
        </span>
      )}
      {removal && (
        <span className="text-muted">
          Removed {formatMoment(new Date(removal.at))}
          {!isPrivateEntry && (removal.creditReturned ? '. Its credit was returned.' : '. Its credit was kept.')}
          {removal.reason && <span className="block wrap-anywhere">{removal.reason}</span>}
        </span>
      )}
    </div>
  )
}

type RemoveEntryProps = { giveaway: AdminGiveaway; entry: AdminEntry; onClose: () => void }

/** Removes one entry with a reason. Staff choose whether the credit of a bought entry is returned. */
function RemoveEntry({ giveaway, entry, onClose }: RemoveEntryProps) {
  const { slotNumber, name, isPrivateEntry, tier } = entry
  const [reason, setReason] = useState('')
  const [returnCredit, setReturnCredit] = useState(true)
  function remove() {
    const param = { id: giveaway.id, slotNumber: String(slotNumber) }
    const json = { reason: reasonIn(reason), returnCredit }
    const send = adminClient().admin.giveaways[':id'].entries[':slotNumber'].$delete
    return carryOut('Failed to remove entry', onClose, async () => {
      const answer = await reauthenticated(() => call(send({ param, json })))
      return isProposed(answer) ? answer : answer.message
    })
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Remove the entry in slot ${slotNumber}?`}
      description={
        isPrivateEntry
          ? `${name} is taken out of the draw, and the number is not given again.`
          : `${name} is taken out of the draw, and the slot is free again.`
      }
      confirmLabel="Remove entry"
      busyLabel="Removing..."
      danger
      onConfirm={remove}
    >
      {!isPrivateEntry && (
        <CheckboxField
          label={`Give the ${tier} credit back`}
          hint="Without it the credit is lost: for entries that broke the rules."
          checked={returnCredit}
          onChange={event => setReturnCredit(event.target.checked)}
        />
      )}
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
