import { pageMeta } from '#ui/layout/page-meta.ts'
import type { PageGiveaway } from './load-giveaway.ts'

/** Title, share image and structured data of a giveaway's page. */
export function giveawayMeta(giveaway: PageGiveaway, origin: string, matches: Parameters<typeof pageMeta>[1]) {
  const path = `/giveaways/${giveaway.slug}`
  const picture = giveaway.pictures[0]
  const description = giveaway.description.slice(0, 158)
  return pageMeta(
    {
      title: giveaway.title,
      description,
      path,
      image: picture && `${picture.src}-1200.webp`,
      imageAlt: giveaway.title,
      jsonLd: [
        {
          '@type': 'Event',
          name: giveaway.title,
          description: giveaway.description,
          startDate: giveaway.startDate,
          ...(giveaway.endDate && { endDate: giveaway.endDate }),
          eventStatus: 'https://schema.org/EventScheduled',
          eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
          location: { '@type': 'VirtualLocation', url: origin + path },
          organizer: { '@type': 'Organization', name: 'Redoubt', url: origin },
          image: giveaway.pictures.map(({ src }) => new URL(`${src}-1200.webp`, origin || 'http://localhost').href),
          offers: {
            '@type': 'Offer',
            url: origin + path,
            price: '0',
            priceCurrency: 'USD',
            description: 'No purchase necessary: enter free by mail.',
            availability: `https://schema.org/${giveaway.availableSlots > 0 && giveaway.isActive ? 'InStock' : 'SoldOut'}`,
          },
        },
      ],
    },
    matches,
  )
}
