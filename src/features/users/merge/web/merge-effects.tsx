import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { MergePreview } from '../merge-contract.ts'

const some = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** The effects of a merge and the reasons against it. @param isOld while the preview of the other direction loads. */
export function MergeEffects({ preview, isOld }: { preview: MergePreview; isOld: boolean }) {
  const { blockers, from, into } = preview
  return (
    <section aria-label="What happens" aria-busy={isOld || undefined} className={isOld ? 'opacity-60' : undefined}>
      {blockers.length > 0 && (
        <Notice kind="danger" title="They cannot be merged as they are" live>
          <ul>
            {blockers.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {blockers.length === 0 && (
        <>
          <p className="mb-2 text-sm wrap-anywhere">
            <strong>{from.email}</strong> is emptied and closed; <strong>{into.email}</strong> gets:
          </p>
          <Effects preview={preview} />
        </>
      )}
      {from.birthday !== into.birthday && (
        <p className="mt-2 text-sm text-warning">Their birthdays differ. Are they really one person?</p>
      )}
    </section>
  )
}

function Effects({ preview }: { preview: MergePreview }) {
  const { orders, credits, entries, pastEntries, membership, tickets, consents, address, referrals } = preview
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Effect name="Orders">{some(orders, 'order', 'orders')}</Effect>
      {credits.map(({ tier, from, into, together }) => (
        <Effect key={tier} name={<TierBadge tier={tier} plain />}>
          {into} + {from} = <strong>{together}</strong> credits
        </Effect>
      ))}
      {entries.map(({ giveawayId, giveaway, from, into, limit }) => (
        <Effect key={giveawayId} name="Entries">
          {giveaway}: {into} + {from} = <strong>{into + from}</strong>
          {limit !== null && ` of ${limit}`}
        </Effect>
      ))}
      {pastEntries > 0 && (
        <Effect name="Past entries">
          {pastEntries.toLocaleString('en-US')}; the lists of their draws stay as they are
        </Effect>
      )}
      <Effect name="Membership">
        {membership === null ? 'None of both' : membership === 'from' ? 'Goes over' : 'Stays as it is'}
      </Effect>
      <Effect name="Support">{some(tickets, 'ticket or inquiry', 'tickets and inquiries')}</Effect>
      <Effect name="Consents">
        {`SMS ${onOff(consents.sms)}, push ${onOff(consents.push)}, promotional email ${onOff(consents.promotionalEmails)}`}
      </Effect>
      <Effect name="Address">
        {address === null
          ? 'None of both'
          : `${address.source === 'from' ? 'Goes over' : 'Stays'}: ${address.address.line1}, ${address.address.city}`}
      </Effect>
      <Effect name="Referrals">
        {referrals.code ? `Code ${referrals.code} stays` : 'No code'}
        {referrals.moved > 0 && `; ${some(referrals.moved, 'person counts', 'people count')} for it from then on`}
      </Effect>
    </dl>
  )
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

const Effect = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
