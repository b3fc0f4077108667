import type { Verdict } from '@redoubt/draw/verify.ts'
import { useMutation } from '@tanstack/react-query'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import type { DrawProof } from '../contract.ts'
import { REASON_WORDS } from '../rules.ts'
import { TimeStamp } from '../timestamps/time-stamp.tsx'
import { bundlePathOf, checkHere } from './check-here.ts'
import { Line } from './fingerprint.tsx'
import { WinnerMedal } from './winner-medal.tsx'

const FROZEN_BY = { admin: 'by a member of staff', system: 'automatically' }

type Drawn = DrawProof & { frozen: NonNullable<DrawProof['frozen']>; result: NonNullable<DrawProof['result']> }

export const isDrawn = (proof: DrawProof): proof is Drawn => proof.frozen !== null && proof.result !== null

/** The result of the draw, and three ways to check it: here, by hand, and without the shop. */
export function DrawResult({ proof }: { proof: Drawn }) {
  const { frozen, result } = proof
  const now = result.order.find(({ passedAt }) => passedAt === null)
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
      <Check giveawayId={proof.giveawayId} />
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

/** The verifiers that run without the shop. */
const OFFLINE = [
  ['redoubt-verify.html', 'A page that works offline'],
  ['redoubt-verify.mjs', 'A file for Node.js'],
  ['redoubt-verify.py', 'A file for Python, written independently'],
] as const

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4'

function Check({ giveawayId }: { giveawayId: string }) {
  const check = useMutation({ mutationFn: () => checkHere(giveawayId) })
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button
          variant="secondary"
          icon="shield"
          busy={check.isPending}
          busyText="Checking..."
          onClick={() => check.mutate()}
        >
          Check here
        </Button>
        <a className={LINK} href={bundlePathOf(giveawayId)} download={`draw-${giveawayId}.json`}>
          Download everything
        </a>
      </div>
      <div role="status" className="w-full">
        {check.isError && <Notice kind="danger">{check.error.message}</Notice>}
        {check.data && <Steps verdict={check.data} />}
      </div>
      <div>
        <h3 className="mb-1 text-xl">Check without us</h3>
        <p className="max-w-prose text-muted">
          Download everything and one of these files. Give it the download and the receipt that you saved: it says
          whether you were in and who wins. It needs no network and none of our servers, today or in ten years.
        </p>
        <ul>
          {OFFLINE.map(([file, words]) => (
            <li key={file} className="flex flex-wrap items-center gap-x-3">
              <a className={LINK} href={`/verify/${file}`} download>
                {file}
              </a>
              <span className="text-muted">{words}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const Steps = ({ verdict }: { verdict: Verdict }) => (
  <div className="flex flex-col gap-4">
    {verdict.ok ? (
      <Notice kind="success" title="This draw is true">
        Recalculated on your device: slot {verdict.winner} wins.
      </Notice>
    ) : (
      <Notice kind="danger" title="This draw does not hold">
        A step below fails. Keep the file of “Download everything”: it is the evidence.
      </Notice>
    )}
    <ol className="flex flex-col gap-2">
      {verdict.steps.map(({ step, ok, sentence }) => (
        <li key={step} className="flex items-start gap-3">
          {ok ? (
            <Badge tone="success" icon="check">
              True
            </Badge>
          ) : (
            <Badge tone="danger" icon="close">
              False
            </Badge>
          )}
          <span className="min-w-0">{sentence}</span>
        </li>
      ))}
    </ol>
  </div>
)
