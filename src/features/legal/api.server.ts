import { access, callerId, defineRoute, newApi, showing } from '#kernel/api/api.server.ts'
import { acceptVersions, LEGAL_TAG } from './commands.server.ts'
import { AcceptBody, LegalDocument, LegalDocuments, LegalParams, MyLegal } from './contract.ts'
import { documentOfVersion, documentsInForce, legalOf } from './queries.server.ts'

const list = defineRoute('get', '/legal', access('anyone'), {
  summary: 'List the legal texts in force, and the versions of each',
  answers: LegalDocuments,
})

const read = defineRoute('get', '/legal/{kind}/{version}', access('anyone'), {
  summary: 'Get a version of a legal text',
  params: LegalParams,
  answers: LegalDocument,
})

const mine = defineRoute('get', '/my/legal', access('user'), {
  summary: "Get the caller's acceptances of legal texts, and the texts that have changed since",
  answers: MyLegal,
})

const accept = defineRoute('post', '/my/legal/accept', access('user'), {
  summary: 'Accept new versions of the legal texts',
  body: AcceptBody,
  answers: MyLegal,
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
    .openapi(mine, async c => c.json(await legalOf(c.var.ctx, callerId(c)), 200))
    .openapi(accept, async c => {
      const userId = callerId(c)
      await acceptVersions(c.var.ctx, { userId, ...c.req.valid('json') })
      return c.json(await legalOf(c.var.ctx, userId), 200)
    })

export type LegalApi = ReturnType<typeof legalApi>
