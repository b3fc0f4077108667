import { isSkipped } from '@redoubt/draw/steps/sentences.ts'
import type { CheckedHere } from '#features/giveaways/entries/receipts/check-here.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Caveats, caveatsOf } from './caveats.tsx'

/** `outcome`: whether the reader was in and won, if the reader has an entry. */
type VerdictProps = { checked: CheckedHere; areAllOurs: boolean; outcome: string }

/** The answer of "Check here": the verdict, beside it what it does not prove, and each step. */
export const VerdictHere = ({ checked: { verdict, chain, own }, areAllOurs, outcome }: VerdictProps) => (
  <div className="flex flex-col gap-4">
    {verdict.ok ? (
      <div className="grid gap-3 lg:grid-cols-3">
        <Notice kind="success" title="This draw is true">
          Recalculated on your device: slot {verdict.winner} wins.{outcome && ` ${outcome}`}
        </Notice>
        <Caveats caveats={caveatsOf(chain, { areAllOurs })} />
      </div>
    ) : (
      <Notice kind="danger" title="This draw does not hold">
        A step below fails. Keep the file of “Download everything”: it is the evidence.
      </Notice>
    )}
    {own.length > 0 && (
      <ul aria-label="Your receipts" className="flex flex-col gap-2">
        {own.map(({ ok, sentence }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two receipts may have one sentence, and the list does not change.
          <Row key={at} ok={ok} sentence={sentence} />
        ))}
      </ul>
    )}
    <ol className="flex flex-col gap-2">
      {verdict.steps.map(({ step, ok, sentence }) => (
        <Row key={step} ok={ok} sentence={sentence} />
      ))}
    </ol>
    <p className="max-w-prose text-muted text-sm">{ORDERS}</p>
  </div>
)

/** Why the stage and the list of places show two orders of numbers: `placesOf` in the package of the draw. */
export const ORDERS =
  'The stage shows every number in drawn order. “Places” in a checker has each entrant once, by the first of their numbers in that order.'

const Row = ({ ok, sentence }: { ok: boolean; sentence: string }) => (
  <li className="flex items-start gap-3">
    <span className="flex w-20 shrink-0">
      {ok ? (
        <Badge tone="success" icon="check">
          True
        </Badge>
      ) : isSkipped({ sentence }) ? (
        <Badge tone="neutral">Open</Badge>
      ) : (
        <Badge tone="danger" icon="close">
          False
        </Badge>
      )}
    </span>
    <span className="min-w-0">{sentence}</span>
  </li>
)
