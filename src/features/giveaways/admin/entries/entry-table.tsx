import { Badge } from '#ui/badge.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import type { AdminEntry } from '../../entries-contract.ts'
import { dayInWords } from '../../mail-window.ts'

type EntryTableProps = { entries: readonly AdminEntry[]; onRemove: ((entry: AdminEntry) => void) | undefined }

/** Entries with who holds them; of removed ones why, and what became of their credits. */
export function EntryTable({ entries, onRemove }: EntryTableProps) {
  return (
    <Table caption="Entries" captionHidden>
      <thead>
        <tr>
          <HeadCell numeric>Slot</HeadCell>
          <HeadCell>E-mail</HeadCell>
          <HeadCell>Name</HeadCell>
          <HeadCell>Tier</HeadCell>
          <HeadCell>Date</HeadCell>
          <HeadCell>Kind</HeadCell>
          {onRemove && (
            <HeadCell>
              <span className="sr-only">Remove</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map(entry => (
          <tr key={entry.id}>
            <Cell numeric>{entry.slotNumber}</Cell>
            <Cell>{entry.email}</Cell>
            <Cell className="whitespace-nowrap">{entry.name}</Cell>
            <Cell>{entry.tier}</Cell>
            <Cell className="whitespace-nowrap">{formatMoment(new Date(entry.date))}</Cell>
            <Cell>
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
      </tbody>
    </Table>
  )
}

function Kind({ entry }: { entry: AdminEntry }) {
  const { isPrivateEntry, isAutoEntry, isStaff, receivedOn, postmarkedOn, removal } = entry
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1">
        {isPrivateEntry && <Badge>Private</Badge>}
        {isAutoEntry && <Badge>Auto-entry</Badge>}
        {isStaff && <Badge tone="warning">Staff</Badge>}
        {!isPrivateEntry && !isAutoEntry && !isStaff && 'Credit'}
      </span>
      {receivedOn && (
        <span className="text-muted">
          Received {dayInWords(receivedOn)}
          {postmarkedOn && `, postmarked ${dayInWords(postmarkedOn)}`}
        </span>
      )}
      {removal && (
        <span className="text-muted">
          Removed {formatMoment(new Date(removal.at))}
          {removal.reason && `: ${removal.reason}`}.{' '}
          {!isPrivateEntry && (removal.creditReturned ? 'Its credit was returned.' : 'Its credit was kept.')}
        </span>
      )}
    </div>
  )
}
