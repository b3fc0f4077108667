import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { apiFetchOf, clientOf, transport } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import type { GalleryApi } from '../gallery-api.server.ts'
import { StoryCard } from './story-card.tsx'

export const loader = ({ context, request }: LoaderFunctionArgs) => loadStories(apiFetchOf(context), request.url)
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadStories(transport, request.url)

async function loadStories(fetch: Fetch, url: string) {
  const cursor = new URL(url).searchParams.get('after')
  const page = await call(clientOf<GalleryApi>(fetch).winners.$get({ query: cursor ? { cursor } : {} }))
  return { ...page, isFirst: !cursor }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  pageMeta(
    {
      title: 'Winners',
      description: 'People who won a prize here, in their own words. Every draw can be checked by anyone.',
      path: '/winners',
      ...(loaderData?.isFirst === false && { noindex: true }),
    },
    matches,
  )

/** `/winners`: winners who agreed to be shown, page by page. */
export default function GalleryPage() {
  const { stories, nextCursor, isFirst } = useLoaderData<typeof loader>()
  return (
    <div className="page-width flex flex-col items-start gap-8 pb-20">
      <PageTitle lead="In their own words, shown because they agreed to it.">Winners</PageTitle>
      <p className="max-w-prose text-muted">
        Not every winner wants to be shown. <TextLink to="/giveaways?tab=past">Past giveaways</TextLink> have all
        results, each with its proof.
      </p>
      {stories.length === 0 ? (
        <EmptyState icon="gift" title={isFirst ? 'No winner is shown yet' : 'No more winners'}>
          Winners may tell about their prize once it is on its way to them.
        </EmptyState>
      ) : (
        <ul aria-label="Winners" className="grid w-full items-start gap-6 sm:grid-cols-2 xl:grid-cols-3">
          {stories.map(story => (
            <li key={story.id}>
              <StoryCard story={story} />
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-3">
        {!isFirst && (
          <ButtonLink to="/winners" variant="quiet">
            Newest winners
          </ButtonLink>
        )}
        {nextCursor && (
          <ButtonLink to={`/winners?after=${encodeURIComponent(nextCursor)}`} variant="secondary">
            Earlier winners
          </ButtonLink>
        )}
      </p>
    </div>
  )
}
