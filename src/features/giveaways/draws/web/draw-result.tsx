import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { giveawaysClient } from '../../catalogue/web/giveaways-client.ts'
import type { PageGiveaway, PageProof } from '../../catalogue/web/page/load-giveaway.ts'
import { ALGORITHM, checkDraw } from '../draw.ts'

const ROLES = { admin: 'a member of staff', system: 'the clock, by itself' }

/** The result of the draw and its proof. The button repeats the draw in the visitor's browser. */
export function DrawResult({ giveaway, proof }: { giveaway: PageGiveaway; proof: PageProof }) {
  const now = proof.order.find(({ passedAt }) => passedAt === null)
  return (
    <section aria-labelledby="result" className="flex flex-col gap-6">
      <SectionHeading id="result">Result</SectionHeading>
      {proof.early && (
        <Notice kind="warning" title="Drawn early">
          This giveaway was drawn before its drawing date by {ROLES[proof.role]}. Reason: {proof.reason}
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-5 lg:grid-cols-4">
        <Stat label="Winning slot" value={now?.slot ?? 'None'} size="lg" />
        <Stat label="Winner" value={proof.winner} />
        <Stat label="Entries in the draw" value={proof.entries} />
        <Stat label="Drawn" size="sm" value={formatMoment(new Date(proof.drawnAt))} note={`By ${ROLES[proof.role]}`} />
      </dl>
      {proof.order.length > 1 || !now ? <DrawnOrder order={proof.order} /> : null}
      <dl className="grid gap-4">
        <Line name="Fingerprint of the secret, public since the giveaway was made" value={proof.commitment} />
        <Line name="The secret" value={proof.seed} />
        <Line name="Fingerprint of the frozen list" value={proof.listHash} />
      </dl>
      <Check giveawayId={giveaway.id} />
    </section>
  )
}

/** The slots that held the prize, without names. The order comes from the winner's seed and list. */
const DrawnOrder = ({ order }: Pick<PageProof, 'order'>) => (
  <div>
    <h3 className="mb-2 text-xl">Drawn order</h3>
    <ol className="flex flex-col gap-1">
      {order.map(({ slot, passedAt }, index) => (
        <li key={slot} className="flex flex-wrap gap-x-3">
          <span className="figure font-semibold">
            {index + 1}. Slot {slot}
          </span>
          {passedAt ? (
            <span className="text-muted">passed to the next by the rules, {formatMoment(new Date(passedAt))}</span>
          ) : (
            <span>has the prize</span>
          )}
        </li>
      ))}
    </ol>
    {order.every(({ passedAt }) => passedAt) && <p className="mt-2 text-muted">Nobody is left in the drawn order.</p>}
  </div>
)

const Line = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-muted text-sm">{name}</dt>
    <dd>
      <Fingerprint>{value}</Fingerprint>
    </dd>
  </div>
)

const STEPS = [
  ['isSeedTheCommitted', 'The secret is the one whose fingerprint was published before.'],
  ['isListTheFrozen', 'The list is the one that was frozen.'],
  ['isWinnerRight', 'Secret and list give this winner and no other.'],
  ['isOrderRight', 'Secret and list give this order, and each person once.'],
] as const

function Check({ giveawayId }: { giveawayId: string }) {
  const check = useMutation({
    async mutationFn() {
      const proof = await call(giveawaysClient().giveaways[':id'].draw.$get({ param: { id: giveawayId } }))
      return { proof, checked: await checkDraw(proof) }
    },
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <Button
        variant="secondary"
        icon="shield"
        busy={check.isPending}
        busyText="Checking..."
        onClick={() => check.mutate()}
      >
        Check this draw
      </Button>
      <div role="status" className="w-full">
        {check.isError && <Notice kind="danger">{check.error.message}</Notice>}
        {check.data && (
          <div className="flex flex-col gap-4">
            <ul className="flex flex-col gap-2">
              {STEPS.filter(([step]) => step in check.data.checked).map(([step, sentence]) => (
                <li key={step} className="flex flex-wrap items-center gap-3">
                  {check.data.checked[step] ? (
                    <Badge tone="success" icon="check">
                      True
                    </Badge>
                  ) : (
                    <Badge tone="danger" icon="close">
                      False
                    </Badge>
                  )}
                  {sentence}
                </li>
              ))}
            </ul>
            <details>
              <summary className="min-h-11 py-2">The frozen list: {check.data.proof.list.length} entries</summary>
              <ol className="figure max-h-80 columns-2 overflow-y-auto border border-line p-4 text-sm sm:columns-4">
                {check.data.proof.list.map(([slot, pseudonym]) => (
                  <li key={slot}>
                    {slot} <span className="text-muted">{pseudonym}</span>
                  </li>
                ))}
              </ol>
            </details>
          </div>
        )}
      </div>
    </div>
  )
}

/** Explains the draw in advance and shows the commitment. */
export function HowWeDraw({ giveaway }: { giveaway: PageGiveaway }) {
  return (
    <section aria-labelledby="how-we-draw">
      <SectionHeading id="how-we-draw">How we draw</SectionHeading>
      <ol className="grid max-w-4xl list-decimal gap-2 pl-5 marker:text-muted">
        <li>
          When this giveaway was made, a secret number was made with it. Its fingerprint has been public since then, so
          it cannot be changed: <Fingerprint>{giveaway.commitment}</Fingerprint>
        </li>
        <li>
          When the mail-in window ends, the list of entries is frozen: slot numbers and pseudonyms. Entries of staff are
          left out, and so are entries whose payment the bank disputes at that moment: one fixed rule, clause 7 of the{' '}
          <TextLink to="/legal#sweepstakes">Sweepstakes Rules</TextLink>, says which.
        </li>
        <li>The secret number and the list's fingerprint decide the winner by arithmetic that favors no slot.</li>
        <li>
          Then the secret and the list are published here, and your own browser can do the draw again. The method is
          called <span className="figure">{ALGORITHM}</span>.
        </li>
      </ol>
    </section>
  )
}

const Fingerprint = ({ children }: { children: string }) => (
  <code className="block break-all font-mono text-muted text-sm">{children}</code>
)
