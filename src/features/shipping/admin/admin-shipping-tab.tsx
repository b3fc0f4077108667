import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { pricesInWords, termsInWords } from './method-words.ts'
import { type ShownZone, type ShownZones, zonesQuery } from './shipping-client.ts'
import { statesInWords } from './zone-form-state.ts'

const ZoneEditor = lazy(async () => (await import('./zone-editor.tsx')).ZoneEditor)

/** `/admin?tab=shipping`: what shipping costs, by zone. */
export function AdminShippingTab() {
  const read = useQuery(zonesQuery)
  return (
    <QueryBody query={read} loading={<SkeletonText lines={8} />}>
      {zones => <Zones {...zones} />}
    </QueryBody>
  )
}

function Zones({ zones, rest, unweighed }: ShownZones) {
  const mayChange = useRight('settings.change')
  const [edited, setEdited] = useState<ShownZone | null>()
  const isByWeight = zones.some(({ methods }) => methods.some(({ measure }) => measure === 'weight'))
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-prose text-muted">
        A zone is a group of states with prices of their own. Of several methods that can send an order, the shopper
        chooses, and the lowest price is chosen first.
      </p>
      {!mayChange && <Notice>You can read the zones. Only an owner can change them.</Notice>}
      {isByWeight && unweighed > 0 && (
        <Notice kind="warning">
          {counted(unweighed, 'variant')} in the store {unweighed === 1 ? 'has' : 'have'} no weight. A method by weight
          cannot send an order with one. <TextLink to="/admin?tab=products">Products</TextLink> have the weight beside
          the stock.
        </Notice>
      )}
      {mayChange && (
        <Button icon="plus" className="self-start" onClick={() => setEdited(null)}>
          New zone
        </Button>
      )}
      <ul aria-label="Zones" className="grid items-start gap-4 lg:grid-cols-2">
        {zones.map(zone => (
          <ZoneCard key={zone.id} zone={zone} {...(mayChange && { onEdit: () => setEdited(zone) })} />
        ))}
        <RestCard rest={rest} hasZones={zones.length > 0} />
      </ul>
      {edited !== undefined && <ZoneEditor record={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

const CARD = 'rounded-md border border-line p-4'

function ZoneCard({ zone, onEdit }: { zone: ShownZone; onEdit?: () => void }) {
  const { name, states, isServed, methods } = zone
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="wrap-anywhere text-xl">{name}</h3>
          <p className="text-muted text-sm">{statesInWords(states)}</p>
        </div>
        {onEdit && (
          <Button variant="secondary" size="sm" icon="edit" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
      {!isServed && (
        <p className="mt-3 text-sm">
          <Badge tone="warning">Not served</Badge> Nothing is sent there.
        </p>
      )}
      <ul className="mt-3 divide-y divide-line">
        {isServed &&
          methods.map(method => (
            <li key={method.id} className="py-2">
              <span className="wrap-anywhere block font-semibold">{method.name}</span>
              <span className="block text-sm tabular-nums">{pricesInWords(method)}</span>
              <span className="block text-muted text-sm">{termsInWords(method)}</span>
            </li>
          ))}
      </ul>
    </li>
  )
}

/** The states of no zone: the one method of the settings. */
function RestCard({ rest: { states, amount, freeFrom }, hasZones }: Pick<ShownZones, 'rest'> & { hasZones: boolean }) {
  if (states.length === 0) return null
  return (
    <li className={`${CARD} bg-sunken`}>
      <h3 className="text-xl">{hasZones ? 'Everywhere else' : 'Everywhere'}</h3>
      <p className="text-muted text-sm">{statesInWords(states)}</p>
      <p className="mt-3 font-semibold">Standard shipping</p>
      <p className="text-sm tabular-nums">
        {amount === 0 ? 'free' : formatMoney(toCents(amount))}
        {freeFrom !== null && `; free from ${formatMoney(toCents(freeFrom))}`}
      </p>
      <p className="mt-2 text-sm">
        Its price is in the <TextLink to="/admin?tab=settings">settings</TextLink>.
      </p>
    </li>
  )
}
