import { data } from 'react-router'
import type { LegalApi } from '#features/legal/api.server.ts'
import type { Kind } from '#features/legal/contract.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'

/** The texts in force, with one call on the server and in the browser. */
export const loadLegal = async (fetch: Fetch) => (await call(clientOf<LegalApi>(fetch).legal.$get())).documents

type Asked = { kind: Kind; version: string }

/** One version of a text, and the number of the version in force. @throws a 404 response for an unknown version. */
export async function loadVersion(fetch: Fetch, asked: Asked) {
  try {
    const document = await call(clientOf<LegalApi>(fetch).legal[':kind'][':version'].$get({ param: asked }))
    const inForce = (await loadLegal(fetch)).find(({ kind }) => kind === document.kind)
    return { document, latest: inForce?.version ?? document.version }
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) throw data(null, 404)
    throw error
  }
}
