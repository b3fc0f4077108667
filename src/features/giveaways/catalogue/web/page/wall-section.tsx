import { useEffect, useRef } from 'react'
import { useSession } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { useInSight } from '#ui/layout/use-in-sight.ts'
import { WhenNear } from '#ui/layout/when-near.tsx'
import { lazy } from '#ui/lazy.tsx'
import { useDoorRefusal } from '../../../entries/web/enter-action.tsx'
import type { PageGiveaway } from '../../../giveaway/web/load-giveaway.ts'
import { type PlacedElement, useElementOf } from './placed-element.ts'

const SlotWall = lazy(
  async () => (await import('../../../entries/slots/slot-wall.tsx')).SlotWall,
  <Skeleton className="h-96" />,
)

type WallSectionProps = {
  giveaway: PageGiveaway
  /** The dialog with the same slots is open. */
  isCovered: boolean
  /** Gets the section's element. */
  wall: PlacedElement
  /** Called after a claim or a swap. */
  onChanged: () => void
}

/** The wall of slots on the page, for who may take one. Guests read how to see it. */
export function WallSection({ giveaway, isCovered, wall, onChanged }: WallSectionProps) {
  const { status, user } = useSession()
  const section = useRef<HTMLElement>(null)
  const isInSight = useInSight(useElementOf(wall))
  const refusal = useDoorRefusal(giveaway, user)
  // Not a ref that places it: within the commit, that would render a hydrating page twice.
  useEffect(() => wall.set(section.current))
  const { state, slug, totalSlots } = giveaway
  if (state === 'draft' || state === 'closed' || state === 'drawn') return null
  if (user ? refusal : state === 'sold-out' || state === 'upcoming') return null
  const reserved = RESERVED.find(({ upTo }) => totalSlots <= upTo)!
  return (
    <section ref={section} aria-labelledby="slots" data-hides-help={(user && isInSight) || undefined}>
      <SectionHeading id="slots">Choose your slots</SectionHeading>
      {user ? (
        <WhenNear className={reserved.user}>
          <SlotWall giveaway={giveaway} place="page" isCovered={isCovered} onChanged={onChanged} />
        </WhenNear>
      ) : (
        <div className={reserved.returning}>
          <div className={status === 'unchecked' ? 'in-data-returning:invisible' : undefined}>
            <p>Sign in to see which slots are free, and to take yours.</p>
            <div className="mt-4 flex flex-wrap gap-3">
              <ButtonLink to={`/login?next=/giveaways/${slug}`}>Sign in</ButtonLink>
              <ButtonLink to={`/register?next=/giveaways/${slug}`} variant="secondary">
                Create a free account
              </ButtonLink>
            </div>
          </div>
        </div>
      )}
    </section>
  )
}

/**
 * The wall's space before it is there, so that little below it moves: tools, bar, and rows of 3.5 rem in 5 columns, or 10 on wide screens.
 * A returning user's space is kept before the session is known.
 */
const RESERVED = [
  {
    upTo: 25,
    user: 'min-h-138 min-[769px]:min-h-102',
    returning: 'in-data-returning:min-h-138 min-[769px]:in-data-returning:min-h-102',
  },
  {
    upTo: 50,
    user: 'min-h-208 min-[769px]:min-h-130',
    returning: 'in-data-returning:min-h-208 min-[769px]:in-data-returning:min-h-130',
  },
  {
    upTo: 75,
    user: 'min-h-274 min-[769px]:min-h-172',
    returning: 'in-data-returning:min-h-274 min-[769px]:in-data-returning:min-h-172',
  },
  {
    upTo: 100,
    user: 'min-h-340 min-[769px]:min-h-200',
    returning: 'in-data-returning:min-h-340 min-[769px]:in-data-returning:min-h-200',
  },
  {
    upTo: Number.POSITIVE_INFINITY,
    user: 'min-h-[calc(60dvh+20rem)]',
    returning: 'in-data-returning:min-h-[calc(60dvh+20rem)]',
  },
]
