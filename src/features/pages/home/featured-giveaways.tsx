import { useQuery } from '@tanstack/react-query'
import { useSession } from '#platform/client/browser.ts'
import { toCents } from '#platform/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, CardLink } from '#ui/card.tsx'
import { Countdown } from '#ui/countdown.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { formatMoney } from '#ui/format-money.ts'
import { Picture } from '#ui/picture.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SectionHeading } from '#ui/section-heading.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { TierBadge } from '#ui/tier-badge.tsx'
import { type FeaturedGiveaway, loadFeatured } from './load-home.ts'

/** Up to two giveaways. What the server drew is what guests see; a signed-in person may see some that are to come. */
export function FeaturedGiveaways({ giveaways }: { giveaways: FeaturedGiveaway[] }) {
  const { user } = useSession()
  const own = useQuery({
    queryKey: ['giveaways', 'featured', user?.id],
    queryFn: () => loadFeatured(),
    enabled: user !== undefined,
  })
  const shown = own.data ?? giveaways
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="featured-giveaways" className="page-width pt-16 sm:pt-20">
      <SectionHeading id="featured-giveaways" action={<TextLink to="/giveaways">All giveaways</TextLink>}>
        Giveaways
      </SectionHeading>
      <ul className="grid gap-6 xl:grid-cols-2">
        {shown.map(giveaway => (
          <li key={giveaway.id}>
            <GiveawayPlate giveaway={giveaway} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A picture reference of the API (`s3:` and the key) → the address that `Picture` takes. */
const srcOf = (image: string | null) => (image?.startsWith('s3:') ? `/files/${image.slice(3)}` : null)

function GiveawayPlate({ giveaway }: { giveaway: FeaturedGiveaway }) {
  const taken = giveaway.totalSlots - giveaway.availableSlots
  const toCome = giveaway.state === 'upcoming' || giveaway.state === 'early-access'
  return (
    <Card interactive className="h-full sm:flex-row">
      <Picture
        src={srcOf(giveaway.image)}
        ratio="landscape"
        alt=""
        sizes="(width < 40rem) 100vw, (width < 80rem) 40vw, 20rem"
        className="sm:aspect-auto sm:min-h-72 sm:w-2/5 sm:shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-3 p-5 sm:p-6">
        <div className="flex flex-wrap items-center gap-2">
          <TierBadge tier={giveaway.tier} />
          {toCome && <Badge tone="ranger">Opens {formatMoment(new Date(giveaway.startDate))}</Badge>}
          {giveaway.state === 'sold-out' && <Badge tone="warning">Sold out</Badge>}
        </div>
        <h3 className="text-2xl">
          <CardLink to={`/giveaways/${giveaway.slug}`}>{giveaway.title}</CardLink>
        </h3>
        <p className="text-muted">
          Prize value <span className="figure text-ink text-lg">{formatMoney(toCents(giveaway.value), 'short')}</span>
        </p>
        <div className="mt-auto flex flex-col gap-2 pt-3">
          <p className="flex items-baseline justify-between gap-4">
            <span>
              <span className="figure font-semibold text-3xl">{giveaway.availableSlots}</span>{' '}
              <span className="text-muted">of {giveaway.totalSlots} slots left</span>
            </span>
          </p>
          <ProgressBar
            label="Slots taken"
            value={taken}
            max={giveaway.totalSlots}
            text={`${taken} of ${giveaway.totalSlots} slots taken`}
          />
          {giveaway.endDate ? (
            <Countdown end={giveaway.endDate} />
          ) : (
            <p className="min-h-6 text-muted text-sm">Open until the last slot is taken</p>
          )}
        </div>
      </div>
    </Card>
  )
}
