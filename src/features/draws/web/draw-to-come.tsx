import { LocalMoment } from '#features/giveaways/giveaway/web/local-moment.tsx'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Stat } from '#ui/data/stat.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { useAtTime } from '#ui/time/use-now.ts'
import type { DrawProof } from '../contract.ts'
import { TimeStamp } from '../timestamps/time-stamp.tsx'
import { Line } from './fingerprint.tsx'

/** A frozen list whose round is still to come: the moment, counted down, and what is settled. */
export function DrawToCome({ proof }: { proof: DrawProof & { frozen: NonNullable<DrawProof['frozen']> } }) {
  const { frozen, round, drawsAt } = proof
  const isDue = useAtTime(now => Date.parse(drawsAt!) <= now, false)
  return (
    <section aria-labelledby="draw-to-come" className="flex flex-col gap-6">
      <SectionHeading
        id="draw-to-come"
        action={<TextLink to={`/giveaways/${proof.giveawayId}/stage`}>Watch the draw</TextLink>}
      >
        The list is sealed
      </SectionHeading>
      {frozen.early && (
        <Notice kind="warning" title="Drawn early">
          A member of staff sealed the list before its date. Reason: {frozen.reason}
        </Notice>
      )}
      {frozen.slips.length > 0 && (
        <Notice kind="warning" title="The draw moved to a later round">
          The witnesses confirmed the list too late for round {frozen.slips.map(slip => slip.round).join(', ')}. List
          and secret are the same; only the round is another.
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-5 lg:grid-cols-4">
        <Stat label="Entries in the draw" value={frozen.entries} />
        <Stat label="Round that decides" value={round} />
        <Stat label="It comes" size="sm" value={<LocalMoment at={drawsAt!} />} />
        <Stat
          label="Witnesses"
          size="sm"
          value={frozen.witnessedAt ? 'Confirmed' : 'Waiting'}
          note={frozen.witnessedAt ? formatMoment(new Date(frozen.witnessedAt)) : 'They must confirm the list before'}
        />
      </dl>
      {isDue ? (
        <Notice live title={`Waiting for round ${round}`}>
          The round is due. The winner follows as soon as a relay of the public beacon has it.
        </Notice>
      ) : (
        <Countdown end={drawsAt!} word="The round comes" ended="The round is due" size="large" />
      )}
      <dl className="grid gap-4">
        <Line name="The secret, public since the list was sealed" value={frozen.seed} />
        <Line name="Fingerprint of the sealed list" value={frozen.listHash} />
        <Line name="Fingerprint of the manifest, as every entrant got it by e-mail" value={frozen.manifestHash} />
      </dl>
      <TimeStamp giveawayId={proof.giveawayId} frozen={frozen} />
    </section>
  )
}
