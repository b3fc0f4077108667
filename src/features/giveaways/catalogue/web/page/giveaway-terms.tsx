import { useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { ALGORITHM } from '../../../draws/draw.ts'
import type { PageGiveaway } from './load-giveaway.ts'

/** A summary of the rules; the legal page has the full text. */
export function Rules({ giveaway }: { giveaway: PageGiveaway }) {
  const { minimumAge, mailInHours } = useSettings()
  return (
    <section aria-labelledby="rules">
      <SectionHeading id="rules">Rules in short</SectionHeading>
      <ul className="grid max-w-4xl list-disc gap-2 pl-5 marker:text-muted">
        <li>
          One slot costs one {giveaway.tier} credit. One person holds at most {giveaway.entryLimit} slots.
        </li>
        <li>Entrants are {minimumAge} or older and have a complete shipping address in the United States on file.</li>
        <li>
          <strong>No purchase necessary.</strong> A free entry by mail has the same chance:{' '}
          <TextLink to="/legal#no-purchase-necessary">how to enter free</TextLink>. Mail received within{' '}
          {mailInHours / 24} days of the close counts.
        </li>
        <li>
          The winner is drawn when the mail-in window ends
          {giveaway.drawDate && `, ${formatMoment(new Date(giveaway.drawDate))}`}, told within 72 hours, and has 7 days
          to answer.
        </li>
        <li>
          All of it: <TextLink to="/legal#sweepstakes">Sweepstakes Rules</TextLink>.
        </li>
      </ul>
    </section>
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

export const Fingerprint = ({ children }: { children: string }) => (
  <code className="block break-all font-mono text-muted text-sm">{children}</code>
)
