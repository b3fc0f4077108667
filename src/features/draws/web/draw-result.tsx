import { useOwnEvidence } from '#features/giveaways/entries/receipts/use-own-evidence.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { DrawProof } from '../contract.ts'
import { REASON_WORDS } from '../rules.ts'
import { TimeStamp } from '../timestamps/time-stamp.tsx'
import { Check } from './check/check.tsx'
import { ownNumbers, ownOutcome } from './check/own-outcome.ts'
import { Line } from './fingerprint.tsx'
import { WinnerMedal } from './winner-medal.tsx'

const FROZEN_BY = { admin: 'by a member of staff', system: 'automatically' }

type Drawn = DrawProof & { frozen: NonNullable<DrawProof['frozen']>; result: NonNullable<DrawProof['result']> }

export const isDrawn = (proof: DrawProof): proof is Drawn => proof.frozen !== null && proof.result !== null

/** The result of the draw, and three ways to check it: here, by hand, and without the shop. */
export function DrawResult({ proof }: { proof: Drawn }) {
  const { frozen, result } = proof
  const now = result.order.find(({ passedAt }) => passedAt === null)
  const own = useOwnEvidence(proof.giveawayId)?.own.entries ?? []
  const outcome = ownOutcome(ownNumbers(own), result.order)
  return (
    <section aria-labelledby="result" className="flex flex-col gap-6">
      <SectionHeading
        id="result"
        action={<TextLink to={`/giveaways/${proof.giveawayId}/stage`}>See the draw on the stage</TextLink>}
      >
        Result
      </SectionHeading>
      {frozen.early && (
        <Notice kind="warning" title="Drawn early">
          The list of this giveaway was sealed before its date {FROZEN_BY[frozen.role]}, and mail that came later did
          not count. Reason: {frozen.reason}
        </Notice>
      )}
      {outcome && <p className="font-semibold text-lg">{outcome}</p>}
      <dl className="grid grid-cols-2 gap-5 lg:grid-cols-4">
        <Stat
          label="Winning slot"
          size="lg"
          value={
            // Within the value, because a list of terms holds no further group around one.
            <span className="flex items-center gap-3">
              {now && <WinnerMedal className="size-16 lg:size-20" />}
              {now?.slot ?? 'None'}
            </span>
          }
        />
        <Stat label="Winner" value={result.winner} />
        <Stat label="Entries in the draw" value={frozen.entries} />
        <Stat
          label="Drawn"
          size="sm"
          value={<span className="block text-balance">{formatMoment(new Date(result.drawnAt))}</span>}
          note={`By round ${proof.round} of the public beacon`}
        />
      </dl>
      {result.order.length > 1 || !now ? <DrawnOrder order={result.order} /> : null}
      <dl className="grid gap-4">
        <Line name="Fingerprint of the secret, public since the giveaway was published" value={proof.commitment} />
        <Line name="The secret, public since the list was sealed" value={frozen.seed} />
        <Line name="Fingerprint of the sealed list" value={frozen.listHash} />
        <Line name="Fingerprint of the manifest, as every entrant got it by e-mail" value={frozen.manifestHash} />
        <Line name={`Signature of round ${proof.round}`} value={result.signature} />
      </dl>
      <TimeStamp giveawayId={proof.giveawayId} frozen={frozen} />
      <Check proof={proof} outcome={outcome} />
    </section>
  )
}

/** The slots that held the prize, without names. The order comes from the frozen list, the secret and the round. */
const DrawnOrder = ({ order }: Pick<Drawn['result'], 'order'>) => (
  <div>
    <h3 className="mb-2 text-xl">Drawn order</h3>
    <ol className="flex flex-col gap-1">
      {order.map(({ slot, passedAt, passed }, index) => (
        <li key={slot} className="flex flex-wrap gap-x-3">
          <span className="figure font-semibold">
            {index + 1}. Slot {slot}
          </span>
          {passedAt ? (
            <span className="min-w-0 text-muted">
              {passed ? REASON_WORDS[passed.reasonClass] : 'By the rules'}; prize passed on{' '}
              {formatMoment(new Date(passedAt))}
              {passed && (
                <>
                  . Line {passed.logIndex} of the log, proof of notice{' '}
                  <code className="break-all font-mono text-sm">{passed.noticeHash}</code>
                </>
              )}
            </span>
          ) : (
            <span>has the prize</span>
          )}
        </li>
      ))}
    </ol>
    {order.every(({ passedAt }) => passedAt) && (
      <p className="mt-2 text-muted">No alternate is left in the drawn order.</p>
    )}
  </div>
)
