import { access, showing, staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { changePage, createPage, deletePage } from './commands/write-page.server.ts'
import * as contract from './contract.ts'
import { OWN_PAGE_ERRORS } from './contract.ts'
import {
  listOwnPages,
  listPublicPages,
  OWN_PAGES_TAG,
  readOwnPage,
  readPublicPage,
} from './queries/own-pages.server.ts'

export const ownPagesApi = () =>
  newApi(
    defineRoute('get', '/pages', access('anyone'), {
      summary: 'List the published pages that staff wrote, by address',
      query: contract.PublicPageQuery,
      answers: contract.PublicPageList,
      handler: async ({ ctx, query, c }) => {
        showing(c, OWN_PAGES_TAG)
        return listPublicPages(ctx, query)
      },
    }),

    defineRoute('get', '/pages/{slug}', access('anyone'), {
      summary: 'Get a published page by its address or a former one',
      params: contract.BySlug,
      answers: contract.PublicPage,
      refuses: [pick(OWN_PAGE_ERRORS, 'page_not_found')],
      handler: async ({ ctx, params, c }) => {
        showing(c, OWN_PAGES_TAG)
        return readPublicPage(ctx, params.slug)
      },
    }),

    defineRoute('get', '/admin/pages', staff('pages.change'), {
      summary: 'List the pages that staff wrote, drafts included, newest first',
      query: contract.OwnPageQuery,
      answers: contract.OwnPageList,
      handler: ({ ctx, query }) => listOwnPages(ctx, query),
    }),

    defineRoute('post', '/admin/pages', staff('pages.change'), {
      summary: 'Create a page, published unless it is a draft',
      body: contract.NewOwnPage,
      answers: contract.OwnPage,
      refuses: [OWN_PAGE_ERRORS],
      handler: async ({ ctx, body }) => readOwnPage(ctx, await createPage(ctx, body)),
    }),

    defineRoute('get', '/admin/pages/{id}', staff('pages.change'), {
      summary: 'Get a page that staff wrote',
      params: byId,
      answers: contract.OwnPage,
      refuses: [pick(OWN_PAGE_ERRORS, 'page_not_found')],
      handler: ({ ctx, params }) => readOwnPage(ctx, params.id),
    }),

    defineRoute('patch', '/admin/pages/{id}', staff('pages.change'), {
      summary: 'Update a page; its former address leads to the new one',
      params: byId,
      body: contract.OwnPageChange,
      answers: contract.OwnPage,
      refuses: [OWN_PAGE_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readOwnPage, changePage, call.body),
    }),

    defineRoute('delete', '/admin/pages/{id}', staff('pages.change'), {
      summary: 'Delete a page',
      params: byId,
      answers: z.object({ success: z.literal(true) }),
      refuses: [pick(OWN_PAGE_ERRORS, 'page_not_found')],
      handler: async ({ ctx, params }) => {
        await deletePage(ctx, params.id)
        return { success: true as const }
      },
    }),
  )

export type OwnPagesApi = ReturnType<typeof ownPagesApi>
