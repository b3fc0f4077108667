import { type LoaderFunctionArgs, type MetaFunction, redirect } from 'react-router'
import GalleryPage from '#features/dev-gallery/gallery-page.tsx'
import { siteContext } from '#kernel/client/calls/server-api.ts'

export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** `/dev/gallery` is part of demo mode; otherwise it behaves like an unknown path. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(siteContext).demo) throw redirect('/')
  return null
}

export default GalleryPage
