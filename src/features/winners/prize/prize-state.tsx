import { TrackingLink } from '#features/orders/fulfilment/web/tracking-link.tsx'
import { AddressLines } from '#features/orders/history/web/address-lines.tsx'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Prize } from '../contract.ts'
import { PAPER_STATUS_WORDS, PAPER_WORDS } from '../state-words.ts'

/** The prize's status and the winner's next step. */
export function PrizeState({ prize }: { prize: Prize }) {
  const { state, answerBy, papers } = prize
  if (prize.canAnswer)
    return (
      <Notice
        kind="warning"
        title={answerBy ? `Please answer by ${formatMoment(new Date(answerBy))}` : 'Please answer'}
      >
        Say whether you take the prize and where it should go. Without an answer it passes on to the next of the drawn
        order, as the rules say. Taking it costs nothing, and we never ask for a social security number here.
      </Notice>
    )
  if (state === 'accepted') {
    const open = papers.filter(({ status }) => status !== 'checked')
    return (
      <Notice kind="success" live title="The prize is yours">
        {open.length === 0 ? (
          <p>We send it within a few days, and write to you when it leaves.</p>
        ) : (
          <>
            <p>Before we can send a prize of this value we need, by mail:</p>
            <ul className="mt-1 list-disc pl-5">
              {papers.map(({ kind, status }) => (
                <li key={kind}>
                  {PAPER_WORDS[kind]}: <strong>{PAPER_STATUS_WORDS[status]}</strong>
                </li>
              ))}
            </ul>
          </>
        )}
        {prize.shipTo && (
          <div className="mt-3">
            <p className="font-semibold">It goes to</p>
            <AddressLines address={prize.shipTo} />
          </div>
        )}
      </Notice>
    )
  }
  if (state === 'shipped' || state === 'done')
    return (
      <Notice kind="success" title={state === 'done' ? 'The prize has arrived' : 'The prize is on its way'}>
        {prize.carrier && (
          <TrackingLink carrier={prize.carrier} trackingNumber={prize.trackingNumber} url={prize.trackingUrl} />
        )}
      </Notice>
    )
  return (
    <Notice live title="This prize was passed on">
      {state === 'declined'
        ? 'You did not take it, and it went to the next of the drawn order.'
        : 'It went to the next of the drawn order, as the rules say.'}
    </Notice>
  )
}
