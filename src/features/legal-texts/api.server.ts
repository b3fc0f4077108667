import { KINDS, type Kind } from '#features/legal/contract.ts'
import { freshStaff, perMinute, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick, refusals } from '#platform/errors.ts'
import { keepOwnText, publishText, saveDraft } from './commands.server.ts'
import * as contract from './contract.ts'
import { listTemplates, readPreview, readTemplate } from './queries.server.ts'

const CONFLICT = pick(COMMON_ERRORS, 'version_conflict')
const refuse = refusals(contract.LEGAL_TEXT_ERRORS)

/** @throws legal_text_not_found */
function kindIn({ kind }: { kind: string }): Kind {
  const known = KINDS.find(name => name === kind)
  if (!known) throw refuse('legal_text_not_found')
  return known
}

export const legalTextsApi = () =>
  newApi(
    defineRoute('get', '/admin/legal', staff('pages.change'), {
      summary: 'List the legal texts: shipped or own, drafts, and versions in force',
      answers: contract.LegalTemplateList,
      handler: ({ ctx }) => listTemplates(ctx),
    }),

    defineRoute('get', '/admin/legal/{kind}', staff('pages.change'), {
      summary: 'Get a legal text for its editor, with its fields and what is locked',
      params: contract.ByKind,
      answers: contract.LegalTemplate,
      refuses: [contract.LEGAL_TEXT_ERRORS],
      handler: ({ ctx, params }) => readTemplate(ctx, kindIn(params)),
    }),

    defineRoute('patch', '/admin/legal/{kind}', staff('pages.change'), {
      summary: 'Update the draft of a legal text; null deletes it',
      params: contract.ByKind,
      body: contract.LegalDraftBody,
      answers: contract.LegalTemplate,
      refuses: [contract.LEGAL_TEXT_ERRORS, CONFLICT],
      handler: async ({ ctx, params, body }) => {
        const kind = kindIn(params)
        await saveDraft(ctx, kind, body)
        return readTemplate(ctx, kind)
      },
    }),

    defineRoute('post', '/admin/legal/{kind}/preview', staff('pages.change', perMinute(30)), {
      summary: 'Preview what a publication changes, and how many users are told; nothing is saved',
      params: contract.ByKind,
      body: contract.LegalPreviewBody,
      answers: contract.LegalPreview,
      isRead: true,
      refuses: [contract.LEGAL_TEXT_ERRORS],
      handler: ({ ctx, params, body }) => readPreview(ctx, kindIn(params), body.clauses),
    }),

    defineRoute('post', '/admin/legal/{kind}/publish', freshStaff('pages.change', perMinute(30)), {
      summary: 'Publish a legal text as its next version; null publishes the shipped text',
      params: contract.ByKind,
      body: contract.LegalPublicationBody,
      answers: contract.LegalTemplate,
      refuses: [contract.LEGAL_TEXT_ERRORS, CONFLICT],
      handler: async ({ ctx, params, body }) => {
        const kind = kindIn(params)
        await publishText(ctx, kind, body)
        return readTemplate(ctx, kind)
      },
    }),

    defineRoute('post', '/admin/legal/{kind}/keep', staff('pages.change'), {
      summary: "Keep the shop's own legal text after a release changed the shipped one",
      params: contract.ByKind,
      body: contract.LegalKeepBody,
      answers: contract.LegalTemplate,
      refuses: [contract.LEGAL_TEXT_ERRORS, CONFLICT],
      handler: async ({ ctx, params, body }) => {
        const kind = kindIn(params)
        await keepOwnText(ctx, kind, body.version)
        return readTemplate(ctx, kind)
      },
    }),
  )

export type LegalTextsApi = ReturnType<typeof legalTextsApi>
