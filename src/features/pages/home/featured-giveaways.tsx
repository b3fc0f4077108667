import { useQuery } from '@tanstack/react-query'
import type { CardGiveaway } from '#features/giveaways/catalogue/card-giveaway.ts'
import { GiveawayCard } from '#features/giveaways/catalogue/web/giveaway-card.tsx'
import { useSession } from '#kernel/client/browser.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { loadFeatured } from './load-home.ts'

/** Up to two giveaways. The server renders the list for guests; a signed-in user's list may hold upcoming ones too. */
export function FeaturedGiveaways({ giveaways }: { giveaways: CardGiveaway[] }) {
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
      <ul className="grid gap-6 md:grid-cols-2">
        {shown.map(giveaway => (
          <li key={giveaway.id}>
            <GiveawayCard giveaway={giveaway} />
          </li>
        ))}
      </ul>
    </section>
  )
}
