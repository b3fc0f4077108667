import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { MissingPage } from '#ui/missing/missing-page.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { loadOwnPage } from './load-own-page.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => loadOwnPage(apiFetchOf(context), params.slug!)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadOwnPage(transport, params.slug!)

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  if (!loaderData) {
    const missing = { title: 'Page not found', description: 'This page does not exist.' }
    return pageMeta({ ...missing, path: location.pathname, noindex: true }, matches)
  }
  const { title, description, slug, updatedAt } = loaderData
  const path = `/pages/${slug}`
  const url = originOf(matches) + path
  const jsonLd = [{ '@type': 'WebPage', name: title, description, url, dateModified: updatedAt, inLanguage: 'en-US' }]
  return pageMeta({ title, description, path, jsonLd }, matches)
}

/** `/pages/{slug}`: a page that staff wrote. */
export default function OwnPage() {
  const { title, content } = useLoaderData<typeof loader>()
  return (
    <article className="page-width pb-20">
      <PageTitle>{title}</PageTitle>
      <RichText nodes={content} />
    </article>
  )
}

export const ErrorBoundary = () => (
  <MissingPage
    heading="Page not found"
    icon="search"
    title="Page not found"
    action={<ButtonLink to="/">Go to the home page</ButtonLink>}
  >
    It may have been removed, or the link may be mistyped.
  </MissingPage>
)
