import { data, redirect } from 'react-router'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { RichNode } from '#kernel/rich-text/rich-node.ts'
import type { OwnPagesApi } from '../api.server.ts'

/** Loads a page. @throws a permanent redirect from a former address; a 404 response for an unknown one and for a draft. */
export async function loadOwnPage(fetch: Fetch, slug: string) {
  const page = await call(clientOf<OwnPagesApi>(fetch).pages[':slug'].$get({ param: { slug } })).catch(error => {
    // The API refuses a too long address as invalid input.
    throw error instanceof ApiError && [400, 404].includes(error.status) ? data(null, 404) : error
  })
  if (page.slug !== slug) throw redirect(`/pages/${page.slug}`, 301)
  // The client does not follow a type that names itself.
  return { ...page, content: page.content as RichNode[] }
}
