import { type ReactNode, useState } from 'react'
import { PlaceWarning } from '#features/identity/shipping/web/address-question.tsx'
import { OrderBadge } from '#features/orders/order/web/order-badge.tsx'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { lazy } from '#ui/lazy.tsx'
import { TierBadge, TierIcon } from '#ui/money/tier-badge.tsx'
import { formatDay, formatShopDay } from '#ui/time/format-day.ts'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { type CreditStep, CreditsDialog } from '../../credits/credits-dialog.tsx'
import { creditsOf } from '../../rules.ts'
import { linkToSubject, type ShownProfile } from '../../users-client.ts'
import { Fact, Facts, Part, UserActs, type UserActsProps } from '../acts/user-acts.tsx'

const EditUser = lazy(async () => (await import('../acts/edit-user.tsx')).EditUser)

/** The facts of a person, their holdings, and the acts of staff. */
export function UserOverview(props: UserActsProps) {
  const { person } = props
  return (
    <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <UserCredits person={person} />
        <UserOrders person={person} />
        <UserEntries person={person} />
        <UserTickets person={person} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <UserActs {...props} />
        <Personal person={person} />
        <Shop person={person} />
        <Security person={person} />
      </div>
    </div>
  )
}

type ShownAddress = NonNullable<ShownProfile['address']>

const AddressLines = ({ address }: { address: ShownAddress }) => (
  <address className="not-italic">
    {[address.line1, address.line2, `${address.city}, ${address.state} ${address.postalCode}`, address.country]
      .filter(Boolean)
      .map(line => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
  </address>
)

/** Addresses of the address book that staff should look at, besides the default. */
function DoubtfulAddresses({ person }: { person: ShownProfile }) {
  const [corrected, setCorrected] = useState<string | null>(null)
  const mayEdit = person.acts.some(({ name, refusal }) => name === 'edit' && refusal === null)
  const doubtful = person.doubtfulAddresses.filter(({ isDefault }) => !isDefault)
  if (doubtful.length === 0) return null
  return (
    <Fact name="Address book">
      {doubtful.map(address => (
        <div key={address.id} className="flex flex-col items-start gap-2 not-first:mt-4">
          <AddressLines address={address} />
          <PlaceWarning address={address} />
          {mayEdit && (
            <Button variant="secondary" size="sm" icon="edit" onClick={() => setCorrected(address.id)}>
              Correct this address
            </Button>
          )}
        </div>
      ))}
      {corrected && <EditUser person={person} addressId={corrected} onClose={() => setCorrected(null)} />}
    </Fact>
  )
}

function Personal({ person }: { person: ShownProfile }) {
  const { address } = person
  const isAddressDoubtful = person.doubtfulAddresses.some(({ isDefault }) => isDefault)
  return (
    <Part title="Person">
      <Facts>
        <Fact name="Phone">{person.phone}</Fact>
        <Fact name="Birthday">
          {person.birthday &&
            `${formatDay(`${person.birthday}T12:00:00`)}${person.age === null ? '' : ` (${person.age})`}`}
        </Fact>
        <Fact name="Address">
          {address && <AddressLines address={address} />}
          {address && isAddressDoubtful && (
            <div className="mt-2">
              <PlaceWarning address={address} />
            </div>
          )}
        </Fact>
        <DoubtfulAddresses person={person} />
        <Fact name="SMS">
          {person.smsStopped ? 'Stopped by reply' : person.smsConsent ? 'Opted in' : 'Not opted in'}
        </Fact>
        <Fact name="Push">{person.pushConsent ? 'Opted in' : 'Not opted in'}</Fact>
      </Facts>
    </Part>
  )
}

function Shop({ person }: { person: ShownProfile }) {
  const { membership, referredBy } = person
  return (
    <Part title="In the shop">
      <Facts>
        <Fact name="Joined">{formatShopDay(person.joinDate)}</Fact>
        <Fact name="Spent">{formatMoney(toCents(person.spent))}</Fact>
        <Fact name="Purchases">{person.purchases.toLocaleString('en-US')}</Fact>
        <Fact name="Active entries">{person.entries.toLocaleString('en-US')}</Fact>
        <Fact name="Membership">
          {membership &&
            `${membership.plan}, ${membership.status}; ${membership.endsAtPeriodEnd ? 'ends' : 'paid until'} ${formatShopDay(membership.paidUntil, 'short')}`}
        </Fact>
        <Fact name="Referral code">{person.referralCode}</Fact>
        <Fact name="Referred by">
          {referredBy && (
            <TextLink to={`/admin?tab=users&user=${referredBy.id}`} preventScrollReset>
              {referredBy.email}
            </TextLink>
          )}
        </Fact>
      </Facts>
    </Part>
  )
}

const Security = ({ person }: { person: ShownProfile }) => (
  <Part title="Sign-in">
    <Facts>
      <Fact name="Last sign-in">{person.lastSignInAt ? <TimeAgo at={person.lastSignInAt} /> : 'Never'}</Fact>
      <Fact name="Signed in">{person.sessions === 1 ? '1 browser' : `${person.sessions} browsers`}</Fact>
      <Fact name="Second factor">{person.hasSecondFactor ? 'On' : 'Off'}</Fact>
      <Fact name="Changed">
        <TimeAgo at={person.updatedAt} />
      </Fact>
    </Facts>
  </Part>
)

/** A person's available credits by tier, with buttons to change them. The server answers whether the caller may. */
function UserCredits({ person }: { person: ShownProfile }) {
  const [step, setStep] = useState<CreditStep | null>(null)
  const credits = person.acts.find(({ name }) => name === 'credits')
  return (
    <Part
      title="Credits"
      action={
        credits?.refusal === null && (
          <span className="flex gap-2">
            <Button variant="secondary" size="sm" icon="plus" onClick={() => setStep('grant')}>
              Give
            </Button>
            <Button
              variant="secondary"
              size="sm"
              icon="minus"
              disabled={person.credits.total === 0}
              onClick={() => setStep('subtract')}
            >
              Take
            </Button>
          </span>
        )
      }
    >
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-sm border border-line bg-line sm:grid-cols-4 md:grid-cols-2 lg:grid-cols-4">
        {TIERS.map(tier => (
          <div key={tier} className="flex flex-col gap-1 bg-surface px-3 py-2.5">
            <dt>
              <TierBadge tier={tier} plain />
            </dt>
            <dd className="figure font-semibold text-2xl">{creditsOf(person.credits, tier).toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {credits?.refusal && <p className="mt-2 text-muted text-sm">{credits.refusal.message}</p>}
      {step && <CreditsDialog step={step} person={person} onClose={() => setStep(null)} />}
    </Part>
  )
}

/** Each list of a profile shows the latest ten rows; its own tab shows all. */
const ROW = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-sm'

type RowsProps = { title: string; none: string; action?: ReactNode; children: ReactNode[] }

const Rows = ({ title, none, action, children }: RowsProps) => (
  <Part title={title} action={action}>
    {children.length === 0 && <p className="text-muted text-sm">{none}</p>}
    <ul className="-mt-1 divide-y divide-line">{children}</ul>
  </Part>
)

function UserOrders({ person: { recentOrders, email, purchases } }: { person: ShownProfile }) {
  if (!useRight('orders.read')) return null
  const all = `/admin?${new URLSearchParams({ tab: 'orders', q: email })}`
  return (
    <Rows
      title="Orders"
      none="No orders yet."
      action={
        purchases > 0 && (
          <TextLink to={all} className="text-sm">
            All orders
          </TextLink>
        )
      }
    >
      {recentOrders.map(order => (
        <li key={order.id} className={ROW}>
          <TextLink to={linkToSubject({ type: 'order', id: order.id })} className="figure font-semibold">
            {order.reference}
          </TextLink>
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 max-sm:order-1 max-sm:basis-full sm:mr-auto">
            <OrderBadge status={order.status} refunded={order.refunded} />
            <span className="text-muted">{formatShopDay(order.date, 'short')}</span>
          </span>
          <span className="tabular-nums">{formatMoney(toCents(order.total))}</span>
        </li>
      ))}
    </Rows>
  )
}

function UserEntries({ person: { recentEntries } }: { person: ShownProfile }) {
  if (!useRight('entries.read')) return null
  return (
    <Rows title="Entries" none="No entries yet.">
      {recentEntries.map(entry => (
        <li key={entry.id} className={`${ROW} max-sm:flex-col`}>
          <span className="flex min-w-0 items-baseline gap-1.5">
            <TierIcon tier={entry.tier} size={14} className="self-center" />
            <span className="sr-only">{entry.tier}</span>
            <TextLink to={linkToSubject({ type: 'giveaway', id: entry.giveawayId })} className="wrap-anywhere">
              {entry.giveawayTitle}
            </TextLink>
          </span>
          <span className="text-muted">
            Slot {entry.slotNumber}
            {entry.isPrivateEntry && ' · free'}
            {entry.isAutoEntry && ' · auto-entry'}
            {entry.isWinner && ' · won'} · {entry.giveawayState} · {formatShopDay(entry.date, 'short')}
          </span>
        </li>
      ))}
    </Rows>
  )
}

function UserTickets({ person: { tickets } }: { person: ShownProfile }) {
  if (!useRight('tickets.read')) return null
  return (
    <Rows title="Support" none="Nothing asked yet.">
      {tickets.map(ticket => (
        <li key={ticket.id} className={`${ROW} max-sm:flex-col`}>
          <TextLink
            to={linkToSubject({ type: ticket.type === 'general' ? 'inquiry' : 'ticket', id: ticket.id })}
            className="wrap-anywhere"
          >
            {ticket.subject}
          </TextLink>
          <span className="flex items-center gap-2 text-muted">
            <Badge>{ticket.status}</Badge> {formatShopDay(ticket.createdAt, 'short')}
          </span>
        </li>
      ))}
    </Rows>
  )
}
