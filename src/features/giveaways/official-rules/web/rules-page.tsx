import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
} from 'react-router'
import { Clause } from '#features/legal/web/clause.tsx'
import { apiFetchOf, clientOf, transport } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { MissingPage } from '#ui/missing/missing-page.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { GiveawaysApi } from '../../api.server.ts'
import type { OfficialRules } from '../contract.ts'

/** The version that a page's address names; none for the one in force. */
const askedIn = (url: string) => new URL(url).searchParams.get('version') ?? undefined

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  loadRules(apiFetchOf(context), params.giveawayId!, askedIn(request.url))
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) =>
  loadRules(transport, params.giveawayId!, askedIn(request.url))

/** @throws a 404 response for rules that the caller may not see, or that do not exist. */
async function loadRules(fetch: Fetch, id: string, version: string | undefined): Promise<OfficialRules> {
  try {
    const rules = clientOf<GiveawaysApi>(fetch).giveaways[':id'].rules
    return await call(rules.$get({ param: { id }, query: { ...(version && { version }) } }))
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) throw data(null, 404)
    throw error
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const title = loaderData ? `Official Rules: ${loaderData.giveaway.title}` : 'Official Rules'
  return pageMeta({ title, description: `${title}.`, path: location.pathname, noindex: true }, matches)
}

/** `/giveaways/{giveawayId}/rules`: the official rules of one giveaway, and with `?version=` an earlier version. */
export default function RulesPage() {
  const rules = useLoaderData<typeof loader>()
  const { giveaway, version, publishedAt, versions } = rules
  const path = `/giveaways/${giveaway.slug}`
  const crumbs = [
    { label: 'Giveaways', to: '/giveaways' },
    { label: giveaway.title, to: path },
    { label: 'Official Rules' },
  ]
  return (
    <div className="page-width pt-4 pb-20">
      <Breadcrumbs crumbs={crumbs} />
      <PageTitle eyebrow={`Version ${version} of ${formatShopDay(publishedAt)}`}>
        Official Rules: {giveaway.title}
      </PageTitle>
      {version < versions[0]!.version && (
        <div className="mb-8">
          <Notice kind="info" title="No longer in force">
            This version was replaced. Read the <TextLink to={`${path}/rules`}>version in force</TextLink>. Entries made
            under this version accepted it.
          </Notice>
        </div>
      )}
      <div className="flex flex-col gap-8">
        {rules.clauses.map(clause => (
          <Clause key={clause.title} clause={clause} level={2} />
        ))}
      </div>
      <Versions rules={rules} path={`${path}/rules`} />
    </div>
  )
}

/** All versions with their dates and reasons. */
function Versions({ rules, path }: { rules: OfficialRules; path: string }) {
  return (
    <section aria-labelledby="versions" className="mt-12">
      <h2 id="versions" className="mb-3 text-xl">
        Versions
      </h2>
      <ul className="flex max-w-prose flex-col gap-2 text-sm">
        {rules.versions.map(({ version, publishedAt, reason }) => (
          <li key={version} className="wrap-anywhere">
            <TextLink to={`${path}?version=${version}`} aria-current={version === rules.version ? 'page' : undefined}>
              Version {version}
            </TextLink>
            , {formatShopDay(publishedAt)}
            {reason && <span className="text-muted">: {reason}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-4 break-all text-muted text-sm">SHA-256 of this version: {rules.hash}</p>
    </section>
  )
}

export const ErrorBoundary = () => (
  <MissingPage
    heading="Rules not found"
    icon="info"
    title="There is no such version of these rules."
    action={<ButtonLink to="/giveaways">All giveaways</ButtonLink>}
  />
)
