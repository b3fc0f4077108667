import { LocalMoment } from '#features/giveaways/giveaway/web/local-moment.tsx'
import { durationInWords } from '#kernel/values/words/duration-in-words.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { DrawProof } from '../contract.ts'
import { Fingerprint } from './fingerprint.tsx'

/** Explains the draw in advance: round, commitment, counts and witnesses. */
export function HowWeDraw({ proof }: { proof: DrawProof }) {
  const { commitment, gapSeconds, round, drawsAt } = proof
  return (
    <section aria-labelledby="how-we-draw" className="below-fold flex flex-col gap-6">
      <SectionHeading
        id="how-we-draw"
        action={<TextLink to="/fair">What a draw proves, and what it does not</TextLink>}
      >
        How we draw
      </SectionHeading>
      <ol className="grid max-w-4xl list-decimal gap-2 pl-5 marker:text-muted">
        <li>
          When this giveaway was published, a secret number was made. Its fingerprint has been public since then, so it
          cannot be changed: <Fingerprint>{commitment}</Fingerprint>
        </li>
        <li>
          Each entry gets a line in a public log and a signed receipt. Entries of staff are left out of the draw, and so
          are entries whose payment the bank disputes when the list is sealed: clause 7 of the{' '}
          <TextLink to="/legal#sweepstakes">Sweepstakes Rules</TextLink> says which.
        </li>
        <li>
          <Sealing proof={proof} />. The secret is published at that moment, and witnesses confirm list and secret.
        </li>
        <li>
          The winner follows from a public random number that no one knows when the list is sealed:{' '}
          {round && drawsAt ? (
            <>
              round <span className="figure">{round}</span> of the beacon, which comes <LocalMoment at={drawsAt} />
            </>
          ) : (
            `the first round of the beacon ${durationInWords(gapSeconds)} later`
          )}
          . From then on anyone can compute the winner, with or without us.
        </li>
      </ol>
      <Counts proof={proof} />
      <Witnesses proof={proof} />
    </section>
  )
}

const Sealing = ({ proof: { freezesAt, frozen } }: { proof: DrawProof }) => (
  <>
    {frozen ? 'The list was sealed' : 'The list is sealed'}{' '}
    {freezesAt && (
      <>
        <LocalMoment at={freezesAt} />,{' '}
      </>
    )}
    {frozen?.early ? 'before its date: mail that came later does not count' : 'after the last day on which mail counts'}
  </>
)

const KINDS = [
  ['credit', 'Bought with credits'],
  ['auto', 'By auto-entry'],
  ['mail', 'Free, by mail or online'],
  ['staff', 'Of staff, not in the draw'],
] as const

const Counts = ({ proof: { counts, cards } }: { proof: DrawProof }) => (
  <div className="grid gap-6 sm:grid-cols-2">
    <div>
      <h3 className="mb-2 text-xl">Entries by kind</h3>
      <dl>
        {KINDS.map(([kind, words]) => (
          <div key={kind} className="flex max-w-sm justify-between gap-4">
            <dt className="text-muted">{words}</dt>
            <dd className="figure">{counts[kind]}</dd>
          </div>
        ))}
      </dl>
    </div>
    {cards.length > 0 && (
      <div>
        <h3 className="mb-2 text-xl">Free entries by the day they came</h3>
        <dl className="max-h-60 overflow-y-auto">
          {cards.map(({ day, count }) => (
            <div key={day} className="flex max-w-sm justify-between gap-4">
              <dt className="text-muted">{day}</dt>
              <dd className="figure">{count}</dd>
            </div>
          ))}
        </dl>
      </div>
    )}
  </div>
)

const Witnesses = ({ proof: { witnesses, areAllOurs } }: { proof: DrawProof }) => (
  <div className="flex flex-col gap-3">
    <h3 className="text-xl">Witnesses</h3>
    {areAllOurs && (
      <Notice kind="warning" title="All witnesses are ours">
        {witnesses.length === 0 ? 'No witness confirms the log of this shop. ' : ''}Witnesses that we run prove nothing
        against us. Keep your receipt and the e-mail of the sealed list: they do.
      </Notice>
    )}
    <ul>
      {witnesses.map(({ name, owner, isOurs }) => (
        <li key={name} className="flex flex-wrap gap-x-3">
          <span className="figure break-all">{name}</span>
          <span className="text-muted">{isOurs ? `${owner}, ours` : owner}</span>
        </li>
      ))}
    </ul>
  </div>
)
