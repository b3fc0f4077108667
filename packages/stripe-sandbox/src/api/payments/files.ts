import { Hono } from 'hono'
import { z } from 'zod'
import { newId } from '../../books/kinds.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { expand, integer, text } from '../../request/params.ts'

const MAX_BYTES = 5 * 1024 * 1024

const upload = z.strictObject({
  purpose: z.enum(['dispute_evidence']),
  file: z.strictObject({
    name: text,
    type: text,
    size: integer.refine(size => size > 0 && size <= MAX_BYTES, 'size'),
    sha256: text,
  }),
  expand,
})

/** `/v1/files`: evidence for disputes. Counts the bytes and does not store them. */
export function files(api: Api): Hono {
  const app = new Hono()
  app.post(
    '/',
    endpoint(api, upload, async (work, { file, purpose }) => {
      const id = newId('file')
      const { data } = work.create('file', {
        id,
        object: 'file',
        created: work.seconds,
        expires_at: null,
        filename: file.name,
        links: null,
        purpose,
        size: file.size,
        title: null,
        type: file.name.split('.').at(-1) ?? null,
        url: `https://files.stripe.com/v1/files/${id}/contents`,
      })
      return data
    }),
  )
  app.get('/:id', retrieval(api, 'file'))
  return app
}
