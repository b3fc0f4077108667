import { access, actorOf, answers, createRoute, jsonBody, newApi, showing } from '#kernel/api/api.server.ts'
import { acceptVersions, LEGAL_TAG } from './commands.server.ts'
import { AcceptBody, LegalDocument, LegalDocuments, LegalParams, MyLegal } from './contract.ts'
import { documentOfVersion, documentsInForce, legalOf } from './queries.server.ts'

const list = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/legal',
  summary: 'The legal texts in force, and which versions there were',
  responses: answers(LegalDocuments),
})

const read = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/legal/{kind}/{version}',
  summary: 'One version of a legal text',
  request: { params: LegalParams },
  responses: answers(LegalDocument),
})

const mine = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/legal',
  summary: 'What one agreed to, and what has changed since',
  responses: answers(MyLegal),
})

const accept = createRoute({
  ...access('user'),
  method: 'post',
  path: '/my/legal/accept',
  summary: 'Agree to new versions of the legal texts',
  request: jsonBody(AcceptBody),
  responses: answers(MyLegal),
})

export const legalApi = () =>
  newApi()
    .openapi(list, async c => {
      showing(c, LEGAL_TAG)
      return c.json(await documentsInForce(c.var.ctx), 200)
    })
    .openapi(read, async c => {
      showing(c, LEGAL_TAG)
      return c.json(await documentOfVersion(c.var.ctx, c.req.valid('param')), 200)
    })
    .openapi(mine, async c => {
      const { ctx } = c.var
      return c.json(await legalOf(ctx, actorOf(ctx).userId), 200)
    })
    .openapi(accept, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      await acceptVersions(ctx, { userId, ...c.req.valid('json') })
      return c.json(await legalOf(ctx, userId), 200)
    })

export type LegalApi = ReturnType<typeof legalApi>
