import type { CardGiveaway } from '#features/giveaways/giveaway/card-giveaway.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Card, CardLink } from '#ui/layout/card.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Picture } from '#ui/pictures/picture.tsx'

/** The giveaway that was drawn last: who won, and the way to check it. */
export function LatestDraw({ giveaway }: { giveaway: CardGiveaway }) {
  const { slug, title, picture, winner, drawDate } = giveaway
  return (
    <Card interactive className="h-full">
      <Picture {...picture} ratio="landscape" alt="" sizes="(width < 48rem) 100vw, 50vw" />
      <div className="absolute inset-x-3 top-3 flex justify-between">
        <Badge tone="success">Latest draw</Badge>
      </div>
      <div className="flex flex-1 flex-col gap-4 p-5">
        <h3 className="text-xl">
          <CardLink to={`/giveaways/${slug}#result`}>{title}</CardLink>
        </h3>
        <p>
          <span className="label-sm block text-muted">Winner</span>
          <span className="figure font-semibold text-3xl">Slot {winner!.slotNumber}</span>{' '}
          <span className="text-muted">{winner!.displayName}</span>
        </p>
        {drawDate && <p className="text-muted text-sm">Drawn {formatMoment(new Date(drawDate))}</p>}
        <p className="label mt-auto inline-flex min-h-11 items-center gap-2 text-signal">
          <Icon name="shield" size={20} />
          Check this draw yourself
        </p>
      </div>
    </Card>
  )
}
