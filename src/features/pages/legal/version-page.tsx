import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Kind } from '#features/legal/contract.ts'
import { Clause } from '#features/legal/web/clause.tsx'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { MissingPage } from '#ui/missing/missing-page.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { loadVersion } from './load-legal.ts'

/** The kind and version in the URL; the API refuses an unknown kind. */
const askedOf = ({ kind, version = '' }: Record<string, string | undefined>) => ({ kind: kind as Kind, version })

export const loader = ({ context, params }: LoaderFunctionArgs) => loadVersion(apiFetchOf(context), askedOf(params))
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadVersion(transport, askedOf(params))

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const title = loaderData ? `${loaderData.document.title}, version ${loaderData.document.version}` : 'Legal'
  return pageMeta(
    { title, description: `${title}, as it was written.`, path: location.pathname, noindex: true },
    matches,
  )
}

/** `/legal/{kind}/{version}`: one version of a text, in force or not. */
export default function LegalVersionPage() {
  const { document, latest } = useLoaderData<typeof loader>()
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow={`Version ${document.version} of ${formatShopDay(document.publishedAt)}`}>
        {document.title}
      </PageTitle>
      {document.version < latest && (
        <div className="mb-8">
          <Notice kind="info" title="No longer in force">
            This version was replaced. Read the <TextLink to={`/legal#${document.kind}`}>version in force</TextLink>.
          </Notice>
        </div>
      )}
      <div className="flex flex-col gap-8">
        {document.clauses.map(clause => (
          <Clause key={clause.title} clause={clause} level={2} />
        ))}
      </div>
    </div>
  )
}

export const ErrorBoundary = () => (
  <MissingPage
    heading="Text not found"
    icon="info"
    title="There is no such version of this text."
    action={<ButtonLink to="/legal">The texts in force</ButtonLink>}
  />
)
