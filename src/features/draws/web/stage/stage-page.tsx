import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useParams,
} from 'react-router'
import { GiveawayError } from '#features/giveaways/giveaway/web/giveaway-error.tsx'
import { STAGE_PACE, useGiveawayChanges } from '#features/giveaways/giveaway/web/use-giveaway-changes.ts'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { useAtTime, useRefreshWhile } from '#ui/time/use-now.ts'
import { useFollowed } from '#ui/use-followed.ts'
import { loadDrawnGiveaway } from '../load-drawn-giveaway.ts'
import { Stage } from './stage.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  loadDrawnGiveaway(apiFetchOf(context), params.giveawayId!)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadDrawnGiveaway(transport, params.giveawayId!)

/** The stage fills the screen of a stream: no navigation, no footer. */
export const handle = { stage: true }

export const ErrorBoundary = GiveawayError

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  pageMeta(
    {
      title: loaderData ? `The draw of ${loaderData.giveaway.title}` : 'The draw',
      description:
        'The sealed list, the countdown to the public round and the draw, live. Check it with your own device.',
      path: loaderData ? `/giveaways/${loaderData.giveaway.slug}/stage` : location.pathname,
      noindex: true,
    },
    matches,
  )

/** `/giveaways/{giveawayId}/stage`: the draw as an event, for a stream and for each visitor. */
export default function StagePage() {
  const { giveawayId } = useParams()
  const [{ giveaway, proof }, refresh] = useFollowed(useLoaderData<typeof loader>(), () =>
    loadDrawnGiveaway(transport, giveawayId!),
  )
  const isOver = !proof || proof.state === 'drawn'
  useGiveawayChanges(giveaway.id, !isOver, refresh, STAGE_PACE)
  // A moment has passed since the page was loaded: the seal, or the round.
  const due = isOver ? null : proof.state === 'frozen' ? proof.drawsAt : proof.freezesAt
  useRefreshWhile(
    useAtTime(now => due !== null && now >= Date.parse(due), false),
    refresh,
  )
  return <Stage giveaway={giveaway} proof={proof} />
}
