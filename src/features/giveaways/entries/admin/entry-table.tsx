import { formatMoment } from '#kernel/values/format-moment.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import type { AdminEntry } from '../entries-contract.ts'
import { dayInWords } from '../mail-window.ts'

type EntryTableProps = { entries: readonly AdminEntry[]; onRemove: ((entry: AdminEntry) => void) | undefined }

/** Narrow screens show the wide columns below the entrant's name. */
const WIDE = 'max-lg:hidden'
const NARROW = 'lg:hidden'

/** Entries with their holders. A removed entry shows the reason and the fate of its credit. */
export function EntryTable({ entries, onRemove }: EntryTableProps) {
  return (
    <Table caption="Entries" captionHidden className="max-lg:min-w-0!">
      <thead>
        <tr>
          <HeadCell numeric className="max-lg:pr-0!">
            Slot
          </HeadCell>
          <HeadCell>Entrant</HeadCell>
          <HeadCell className={WIDE}>Tier</HeadCell>
          <HeadCell className={WIDE}>Date</HeadCell>
          <HeadCell className={WIDE}>Kind</HeadCell>
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
            <Cell numeric className="max-lg:pr-0! max-lg:align-top">
              {entry.slotNumber}
            </Cell>
            <Cell className="lg:min-w-60">
              <span className="break-all">{entry.email}</span>
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
          {!isPrivateEntry && (removal.creditReturned ? '. Its credit was returned.' : '. Its credit was kept.')}
          {removal.reason && <span className="block wrap-anywhere">{removal.reason}</span>}
        </span>
      )}
    </div>
  )
}
