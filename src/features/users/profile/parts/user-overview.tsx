import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { formatDay, formatShopDay } from '#ui/time/format-day.ts'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import type { ShownProfile, ShownUser } from '../../users-client.ts'
import { UserActs } from '../acts/user-acts.tsx'
import { Fact, Facts, Part } from './part.tsx'
import { UserCredits } from './user-credits.tsx'
import { UserEntries, UserOrders, UserTickets } from './user-lists.tsx'

type UserOverviewProps = {
  person: ShownProfile
  onOpen: (who: string) => void
  onGone: (person: ShownUser) => void
  onText: ((person: ShownUser) => void) | undefined
}

/** The facts of a person, their holdings, and the acts of staff. */
export function UserOverview({ person, onOpen, onGone, onText }: UserOverviewProps) {
  return (
    <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-8">
        <UserCredits person={person} />
        <UserOrders person={person} />
        <UserEntries person={person} />
        <UserTickets person={person} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <UserActs person={person} onOpen={onOpen} onGone={onGone} onText={onText} />
        <Personal person={person} />
        <Shop person={person} />
        <Security person={person} />
      </div>
    </div>
  )
}

function Personal({ person }: { person: ShownProfile }) {
  const { address } = person
  return (
    <Part title="DataSubject">
      <Facts>
        <Fact name="Phone">{person.phone}</Fact>
        <Fact name="Birthday">
          {person.birthday &&
            `${formatDay(`${person.birthday}T12:00:00`)}${person.age === null ? '' : ` (${person.age})`}`}
        </Fact>
        <Fact name="Address">
          {address && (
            <address className="not-italic">
              {[
                address.line1,
                address.line2,
                `${address.city}, ${address.state} ${address.postalCode}`,
                address.country,
              ]
                .filter(Boolean)
                .map(line => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
            </address>
          )}
        </Fact>
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
