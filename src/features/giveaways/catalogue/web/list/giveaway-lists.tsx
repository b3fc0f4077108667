import { useQuery } from '@tanstack/react-query'
import { clientOf, useUser } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { useRight } from '#kernel/client/rights.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { useList } from '#ui/use-list.ts'
import type { GiveawaysApi } from '../../../api.server.ts'
import { type CardGiveaway, cardOf } from '../../../giveaway/card-giveaway.ts'
import { GiveawayCard } from '../giveaway-card.tsx'

type CardPage = { giveaways: CardGiveaway[]; nextCursor: string | null }

/** Cards of a page of past giveaways: rows of two and of three are full. */
const PAGE = '24'

/** The running giveaways that the caller may see. */
export async function loadActive(fetch?: Fetch): Promise<CardPage> {
  const { giveaways, nextCursor } = await call(clientOf<GiveawaysApi>(fetch).giveaways.$get({ query: {} }))
  return { giveaways: giveaways.map(cardOf), nextCursor }
}

/** A page of the past giveaways that the caller may see, latest first. */
export async function loadPast(next: { cursor?: string }, fetch?: Fetch): Promise<CardPage> {
  const query = { past: 'true', limit: PAGE, ...next } as const
  const { giveaways, nextCursor } = await call(clientOf<GiveawaysApi>(fetch).giveaways.$get({ query }))
  return { giveaways: giveaways.map(cardOf), nextCursor }
}

/** The running giveaways. The server renders those of a guest; a signed-in user's list may hold more. */
export function ActiveGiveaways({ giveaways }: { giveaways: readonly CardGiveaway[] }) {
  const user = useUser()
  const own = useQuery({
    queryKey: ['giveaways', 'active', user?.id],
    queryFn: () => loadActive(),
    enabled: user !== undefined,
  })
  const shown = own.data ? inPlace(own.data.giveaways, giveaways) : giveaways
  const isForStaff = useRight('giveaways.change')
  if (shown.length > 0) return <Cards giveaways={shown} />
  return (
    <EmptyState
      icon="gift"
      title="No giveaway is open now"
      action={isForStaff && <ButtonLink to="/admin?tab=giveaways&new=1">Make a giveaway</ButtonLink>}
    >
      The next one will be announced here.
    </EmptyState>
  )
}

/** The past giveaways, page by page. @param first the first page of a guest. */
export function PastGiveaways({ first }: { first: CardPage }) {
  const user = useUser()
  const list = useList({
    queryKey: ['giveaways', 'past', user?.id],
    fetchPage: next => loadPast(next),
    rowsOf: page => page.giveaways,
    keepsRows: false,
    ...(!user && { initialPage: first }),
  })
  const loading = first.giveaways.length > 0 ? <Cards giveaways={first.giveaways} /> : 3
  const empty = (
    <EmptyState icon="gift" title="No giveaway has ended yet">
      Results and their proofs will be here.
    </EmptyState>
  )
  return (
    <ListBody list={list} loading={loading} empty={empty} nouns={['giveaway', 'giveaways']}>
      {giveaways => <Cards giveaways={giveaways} />}
    </ListBody>
  )
}

const Cards = ({ giveaways }: { giveaways: readonly CardGiveaway[] }) => (
  <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
    {giveaways.map((giveaway, at) => (
      <li key={giveaway.id}>
        <GiveawayCard giveaway={giveaway} priority={at < 2} />
      </li>
    ))}
  </ul>
)

/** Orders the user's list: server-rendered giveaways keep their place and the others follow, so that the page does not shift. */
function inPlace(own: CardGiveaway[], drawn: readonly CardGiveaway[]): CardGiveaway[] {
  const places = new Map(drawn.map(({ id }, at) => [id, at]))
  const placeOf = ({ id }: CardGiveaway) => places.get(id) ?? drawn.length
  return own.toSorted((a, b) => placeOf(a) - placeOf(b))
}
