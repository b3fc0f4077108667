import { GiveawayCard } from '#features/giveaways/catalogue/web/giveaway-card.tsx'
import type { CardGiveaway } from '#features/giveaways/giveaway/card-giveaway.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { LatestDraw } from './latest-draw.tsx'
import { type SectionProps, SectionText, useWords } from './section-words.tsx'

type MoreGiveawaysProps = SectionProps & { giveaways: CardGiveaway[]; latestDraw: CardGiveaway | undefined }

/** The giveaway beside the one that leads the page, and the latest draw. */
export function MoreGiveaways({ section, giveaways, latestDraw }: MoreGiveawaysProps) {
  const words = useWords()
  if (giveaways.length === 0 && !latestDraw) return null
  return (
    <section aria-labelledby="featured-giveaways" className="below-fold page-width pt-16 sm:pt-20">
      <SectionHeading id="featured-giveaways" action={<TextLink to="/giveaways">All giveaways</TextLink>}>
        {words(section.headline)}
      </SectionHeading>
      <SectionText>{words(section.text)}</SectionText>
      <ul className="grid gap-6 md:grid-cols-2">
        {giveaways.map(giveaway => (
          <li key={giveaway.id}>
            <GiveawayCard giveaway={giveaway} />
          </li>
        ))}
        {latestDraw && (
          <li>
            <LatestDraw giveaway={latestDraw} />
          </li>
        )}
      </ul>
    </section>
  )
}
