import { data } from 'react-router'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { settingsIn } from '#kernel/client/site.ts'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import type { GiveawaysApi } from '../../api.server.ts'

/** @throws a 404 response when the caller may not see the giveaway, 410 when it was deleted. */
export async function loadGiveaway(fetch: Fetch, id: string) {
  const api = clientOf<GiveawaysApi>(fetch).giveaways[':id']
  try {
    return await call(api.$get({ param: { id } }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw data(missingFrom(error), error.details.gone === true ? 410 : 404)
    throw error
  }
}

/** Why a giveaway is not shown. For an upcoming giveaway, also its name and when it opens for the caller. */
export type MissingGiveaway = { message: string; name?: string; opensAt?: string }

function missingFrom({ message, details: { name, opensAt } }: ApiError): MissingGiveaway {
  return typeof name === 'string' && typeof opensAt === 'string' ? { message, name, opensAt } : { message }
}

export type PageGiveaway = Awaited<ReturnType<typeof loadGiveaway>>

/** Title, share image and structured data of a giveaway's page. */
export function giveawayMeta(giveaway: PageGiveaway, matches: Parameters<typeof pageMeta>[1]) {
  const origin = originOf(matches)
  const path = `/giveaways/${giveaway.slug}`
  const picture = giveaway.pictures[0]
  return pageMeta(
    {
      title: giveaway.title,
      description: giveaway.description.slice(0, 158),
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
          organizer: { '@type': 'Organization', name: settingsIn(matches).brand.name, url: origin },
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
