import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { useAdminGiveaway } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import type { GiveawayDebug } from '#features/giveaways/giveaway/admin-contract.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { drawsAdminClient } from './draws-admin-client.ts'

/** Debug Entries: diagnostic data of a giveaway, computed when staff open the dialog. */
export function DebugDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: giveaway } = useAdminGiveaway(id)
  const read = useQuery({
    // Computed once on opening; new entries do not trigger a refetch.
    queryKey: ['admin-giveaway-debug', id],
    gcTime: 0,
    queryFn: () => call(drawsAdminClient().admin.giveaways[':id'].debug.$get({ param: { id } })),
  })
  return (
    <Dialog size="lg" onOpenChange={onClose} title={giveaway ? `Debug Entries: ${giveaway.title}` : 'Debug Entries'}>
      {read.isPending && <SkeletonText lines={12} />}
      {read.isError && <FailedState query={read} title="Failed to load entries" />}
      {read.data && (
        <div className="flex flex-col gap-6">
          <Verdict debug={read.data} />
          <Button
            size="sm"
            variant="secondary"
            className="self-start"
            busy={read.isFetching}
            busyText="Checking..."
            onClick={() => void read.refetch()}
          >
            Check again
          </Button>
          <div className="grid gap-6 sm:grid-cols-2">
            {partsOf(read.data).map(({ title, rows }) => (
              <Part key={title} title={title} rows={rows} />
            ))}
          </div>
          <Hash label={read.data.list.isFrozen ? 'Hash of the sealed list' : 'Hash of the list as it stands now'}>
            {read.data.list.hash}
          </Hash>
          <Hash label="Commitment to the secret">{read.data.commitment}</Hash>
          <AuditHistory type="giveaway" id={id} />
        </div>
      )}
    </Dialog>
  )
}

function Verdict({ debug }: { debug: GiveawayDebug }) {
  const at = formatMoment(new Date(debug.checkedAt))
  if (debug.faults.length === 0)
    return (
      <Notice kind="success" title="Everything adds up">
        Slots, limits, ledger and list were compared {at}.
      </Notice>
    )
  return (
    <Notice kind="danger" title="This does not add up">
      <ul className="list-disc pl-5">
        {debug.faults.map(fault => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      Compared {at}.
    </Notice>
  )
}

type Rows = readonly (readonly [string, string | number])[]

const when = (at: string | null) => (at ? formatMoment(new Date(at)) : 'Not yet')
const countsOf = (counts: Record<string, number>, words = (name: string) => name): Rows =>
  Object.entries(counts).map(([name, n]) => [words(name), n])

const rowsOfDraw = (draw: NonNullable<GiveawayDebug['draw']>): Rows => [
  ['Round', draw.round],
  ['Round comes', when(draw.drawsAt)],
  ['Witnesses confirmed', when(draw.witnessedAt)],
  ['Rounds given up', draw.slips],
  ['Drawn', when(draw.drawnAt)],
]

const partsOf = (debug: GiveawayDebug): readonly { title: string; rows: Rows }[] => [
  {
    title: 'Entries',
    rows: [
      ['Live', debug.entries.live],
      ['By credit', debug.entries.credit],
      ['By auto-entry', debug.entries.auto],
      ['Private, by a free entry', debug.entries.mail],
      ['Of staff, not in the draw', debug.entries.staff],
      ['Removed', debug.entries.removed],
      ['Removed, credit kept', debug.entries.forfeited],
      ['Users', debug.people],
    ],
  },
  {
    title: 'Slots',
    rows: [
      ['Total', debug.slots.total],
      ['Taken', debug.slots.taken],
      ['Free', debug.slots.free],
      ['Highest taken', debug.slots.highest ?? 'None'],
      ['In the list that is drawn from', debug.list.entries],
    ],
  },
  ...(debug.draw ? [{ title: 'Draw', rows: rowsOfDraw(debug.draw) }] : []),
  {
    title: 'Ledger',
    rows: [
      ['Credits spent', debug.ledger.spent],
      ['Credits returned', debug.ledger.returned],
      ['Held now', debug.ledger.held],
      ['Held by the entries', debug.ledger.expected],
    ],
  },
  {
    title: 'Auto-entry and announcements',
    rows: [
      ['Auto-entry ran', when(debug.autoEntry.ranAt)],
      ['Members entered', debug.autoEntry.entered],
      ...countsOf(debug.autoEntry.skipped, name => `Skipped: ${name.replaceAll('_', ' ')}`),
      ['Announced', when(debug.announcement.begunAt)],
      ...countsOf(debug.announcement.messages),
    ],
  },
]

const Part = ({ title, rows }: { title: string; rows: Rows }) => (
  <section>
    <h3 className="label mb-2 border-line border-b pb-2 text-muted">{title}</h3>
    <dl className="flex flex-col gap-1 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right tabular-nums">
            {typeof value === 'number' ? value.toLocaleString('en-US') : value}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const Hash = ({ label, children }: { label: string; children: ReactNode }) => (
  <section>
    <h3 className="label mb-1 text-muted">{label}</h3>
    <code className="block break-all font-mono text-sm">{children}</code>
  </section>
)
