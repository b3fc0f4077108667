import { access, callerId, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { acceptVersions, LEGAL_TAG } from './commands.server.ts'
import {
  AcceptBody,
  LEGAL_ERRORS,
  LegalDocument,
  LegalDocuments,
  LegalParams,
  MyLegal,
  VersionsInForce,
} from './contract.ts'
import { readDocumentOfVersion, readDocumentsInForce, readLegal, readVersionsInForce } from './queries.server.ts'

export const legalApi = () =>
  newApi(
    defineRoute('get', '/legal', access('anyone'), {
      summary: 'List the legal texts in force, and the versions of each',
      answers: LegalDocuments,
      handler: async ({ ctx, c }) => {
        showing(c, LEGAL_TAG)
        return readDocumentsInForce(ctx)
      },
    }),

    defineRoute('get', '/legal/versions', access('anyone'), {
      summary: 'Get the versions in force of the texts that a buyer accepts',
      answers: VersionsInForce,
      handler: ({ ctx, c }) => {
        showing(c, LEGAL_TAG)
        return readVersionsInForce(ctx)
      },
    }),

    defineRoute('get', '/legal/{kind}/{version}', access('anyone'), {
      summary: 'Get a version of a legal text',
      params: LegalParams,
      answers: LegalDocument,
      refuses: [LEGAL_ERRORS],
      handler: async ({ ctx, params, c }) => {
        showing(c, LEGAL_TAG)
        return readDocumentOfVersion(ctx, params)
      },
    }),

    defineRoute('get', '/my/legal', access('user'), {
      summary: "Get the caller's acceptances of legal texts, and the texts that have changed since",
      answers: MyLegal,
      handler: ({ ctx }) => readLegal(ctx, callerId(ctx)),
    }),

    defineRoute('post', '/my/legal/accept', access('user'), {
      summary: 'Accept new versions of the legal texts',
      body: AcceptBody,
      answers: MyLegal,
      refuses: [LEGAL_ERRORS],
      handler: async ({ ctx, body }) => {
        const userId = callerId(ctx)
        await acceptVersions(ctx, { userId, ...body })
        return readLegal(ctx, userId)
      },
    }),
  )

export type LegalApi = ReturnType<typeof legalApi>
