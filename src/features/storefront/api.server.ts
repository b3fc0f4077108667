import { recordRoutes } from '#features/audit-log/commands/record-routes.server.ts'
import { staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { announcements } from './commands/announcements.server.ts'
import { changeMenus } from './commands/write-menus.server.ts'
import * as contract from './contract.ts'
import { listAnnouncements } from './queries/announcements.server.ts'
import { readAdminMenus } from './queries/menus.server.ts'

/** What staff write for every public page. */
export const storefrontApi = () =>
  newApi(
    defineRoute('get', '/admin/menus', staff('pages.change'), {
      summary: 'Get the menus of header and footer, and the entries that visitors do not see',
      answers: contract.AdminMenus,
      handler: ({ ctx }) => readAdminMenus(ctx),
    }),

    defineRoute('patch', '/admin/menus', staff('pages.change'), {
      summary: 'Update the menus of header and footer; they are public at once',
      body: contract.MenusChange,
      answers: contract.AdminMenus,
      refuses: [pick(COMMON_ERRORS, 'version_conflict')],
      handler: async ({ ctx, body }) => {
        await changeMenus(ctx, body)
        return readAdminMenus(ctx)
      },
    }),

    defineRoute('get', '/admin/announcements', staff('pages.change'), {
      summary: 'List the announcements, the last to begin first',
      query: contract.AnnouncementQuery,
      answers: contract.AnnouncementList,
      handler: ({ ctx, query }) => listAnnouncements(ctx, query),
    }),
    ...recordRoutes('/admin/announcements', 'pages.change', {
      noun: 'an announcement',
      body: contract.AnnouncementBody,
      change: contract.AnnouncementChange,
      refuses: [],
      record: announcements,
    }),
  )

export type StorefrontApi = ReturnType<typeof storefrontApi>
