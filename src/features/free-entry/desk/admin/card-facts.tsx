import { dayInWords } from '#kernel/values/format-moment.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { CardHints } from '../../cards/admin/card-hints.tsx'
import type { DeskCard } from '../contract.ts'

/** Number, giveaway and day of a card, and why it does not count. */
export const CardHead = ({ card: { number, title, receivedOn, problem } }: { card: DeskCard }) => (
  <div className="flex flex-col gap-3">
    <h2 className="text-xl">
      Card <span className="figure">{number}</span>
    </h2>
    <p className="text-muted wrap-anywhere">
      {title}. Received {dayInWords(receivedOn)}.
    </p>
    {problem && <Notice kind="warning">{problem.sentence}</Notice>}
  </div>
)

/** What was typed of a card, and what the second person compares and weighs. */
export function CardFacts({ card }: { card: DeskCard }) {
  const { sender, postmarkedOn, senderEntries, entryLimit, hints, household, typedBy } = card
  return (
    <div className="flex flex-col gap-4">
      {sender && (
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact name="Sender">
            {sender.name}
            <span className="block whitespace-pre-line">{sender.address ?? 'No postal address'}</span>
          </Fact>
          <Fact name="E-mail">{sender.email ?? 'None on the card'}</Fact>
          <Fact name="Postmark">{postmarkedOn ? dayInWords(postmarkedOn) : 'Not noted'}</Fact>
          <Fact name="Entries of the sender">
            {senderEntries} of {entryLimit}
          </Fact>
        </dl>
      )}
      <CardHints hints={hints} />
      {household.length > 0 && (
        <Notice kind="warning" title="Same address">
          {household
            .map(({ name, entries }) => `${name} (${entries === 1 ? '1 entry' : `${entries} entries`})`)
            .join(', ')}
          . The limit of {entryLimit} counts for a person, not for an address. Refuse the card as a duplicate only if
          both names are one person.
        </Notice>
      )}
      <p className="text-muted text-sm">Typed by {typedBy?.name ?? 'a former member of staff'}.</p>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
