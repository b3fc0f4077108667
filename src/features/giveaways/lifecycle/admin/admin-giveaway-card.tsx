import { useUser } from '#kernel/client/browser.ts'
import { hasRight } from '#kernel/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { StateBadge } from '../../catalogue/web/giveaway-card.tsx'
import type { AdminGiveaway } from '../../giveaway/admin-contract.ts'
import { type Act, offeredActsOf } from '../offered-acts.ts'

export type { Act }

/** Props of the dialog of one action. */
export type ActProps = { giveaway: AdminGiveaway; onClose: () => void }

const LABELS: Record<Act, string> = {
  draw: 'Select Winner',
  publish: 'Publish',
  duplicate: 'Duplicate',
  relist: 'Relist',
  close: 'Close early',
  cancel: 'Cancel giveaway',
  delete: 'Delete',
}

/** Acts with a button of their own; the others are in the menu. */
const PRESSED: readonly Act[] = ['draw', 'publish', 'delete']

/** Open view of a giveaway: its editor, its entries, its legal duties or its diagnostics. */
export type GiveawayView = 'edit' | 'entries' | 'duties' | 'debug'

type AdminGiveawayCardProps = {
  giveaway: AdminGiveaway
  onOpen: (view: GiveawayView) => void
  onAct: (act: Act) => void
}

/** One giveaway for staff: its facts and actions. */
export function AdminGiveawayCard(props: AdminGiveawayCardProps) {
  const { giveaway } = props
  const picture = giveaway.pictures[0]
  return (
    <Card className="h-full">
      <div className="flex gap-4 p-4">
        <Picture {...picture} alt="" ratio="landscape" sizes="8rem" className="w-28 shrink-0 self-start" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div className="flex flex-wrap gap-1.5">
            <TierBadge tier={giveaway.tier} />
            <StateBadge giveaway={{ ...giveaway, isCancelled: giveaway.closing?.reason === 'cancelled' }} />
            {giveaway.subscriptionVisibilityOnly && giveaway.state !== 'open' && (
              <Badge tone="signal">Members only</Badge>
            )}
          </div>
          <h3 className="wrap-anywhere text-lg leading-6">
            <TextLink to={`/giveaways/${giveaway.slug}`}>{giveaway.title}</TextLink>
          </h3>
          <p className="line-clamp-2 text-muted text-sm">{giveaway.description}</p>
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-3 border-line border-t px-4 py-3 text-sm">
        <Fact name="Value" value={formatMoney(toCents(giveaway.value), 'short')} />
        <Fact name="Entries" value={formatCount(giveaway.entriesCount)} />
        <Fact
          name="Available"
          value={`${formatCount(giveaway.availableSlots)} / ${formatCount(giveaway.totalSlots)}`}
        />
      </dl>
      <p className="px-4 pb-3 text-muted text-sm">{lifeOf(giveaway)}</p>
      <Actions {...props} />
    </Card>
  )
}

function Actions({ giveaway, onOpen, onAct }: AdminGiveawayCardProps) {
  const role = useUser()?.role
  const { title } = giveaway
  const acts = offeredActsOf(giveaway, role ?? null)
  const inMenu = acts.filter(act => !PRESSED.includes(act))
  const mayEdit = hasRight(role, 'giveaways.change')
  return (
    <div className="mt-auto flex flex-wrap gap-2 border-line border-t p-3">
      <div className="flex basis-full gap-2 empty:hidden *:flex-1">
        {hasRight(role, 'entries.read') && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`View entries of ${title}`}
            onClick={() => onOpen('entries')}
          >
            View Entries
          </Button>
        )}
        {acts.includes('draw') && (
          <Button size="sm" variant="secondary" aria-label={`Select winner of ${title}`} onClick={() => onAct('draw')}>
            Select Winner
          </Button>
        )}
        {acts.includes('publish') && (
          <Button size="sm" aria-label={`Publish ${title}`} onClick={() => onAct('publish')}>
            Publish
          </Button>
        )}
      </div>
      <Button size="sm" variant="quiet" aria-label={`Debug entries of ${title}`} onClick={() => onOpen('debug')}>
        Debug Entries
      </Button>
      <Button size="sm" variant="quiet" aria-label={`Duties of ${title}`} onClick={() => onOpen('duties')}>
        Duties
      </Button>
      <span className="ml-auto flex">
        <IconButton
          size="sm"
          icon={mayEdit ? 'edit' : 'eye'}
          label={`${mayEdit ? 'Edit' : 'View'} ${title}`}
          onClick={() => onOpen('edit')}
        />
        {acts.includes('delete') && (
          <IconButton size="sm" icon="trash" label={`Delete ${title}`} onClick={() => onAct('delete')} />
        )}
        {inMenu.length > 0 && (
          <Menu
            trigger={<IconButton size="sm" icon="menu" label={`More for ${title}`} />}
            entries={inMenu.map(act => ({
              label: LABELS[act],
              danger: act === 'cancel',
              onSelect: () => onAct(act),
            }))}
          />
        )}
      </span>
    </div>
  )
}

/** Start, end and outcome of a giveaway in words. */
function lifeOf({ startDate, endDate, closedAt, state, winner, closing }: AdminGiveaway): string {
  const end = closedAt ?? endDate
  const span = `${formatMoment(new Date(startDate))} to ${end ? formatMoment(new Date(end)) : 'when it is sold out'}`
  if (winner) return `${span}. Winner: slot ${winner.slotNumber}`
  if (state === 'drawn') return `${span}. No alternate is left in the drawn order`
  if (closing?.reason === 'cancelled') return `${span}. Cancelled: ${closing.note}`
  if (closing?.reason === 'closed_early') return `${span}. Closed early: ${closing.note}`
  return span
}

const Fact = ({ name, value }: { name: string; value: string | number }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="figure font-semibold text-lg">{value}</dd>
  </div>
)
