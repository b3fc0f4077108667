import { PICTURE_ERRORS } from '#adapters/images/store-picture.server.ts'
import { storeUploads, UploadedPictures, uploadBodyOf } from '#adapters/images/uploads.server.ts'
import { recordRoutes } from '#features/audit-log/commands/record-routes.server.ts'
import { access, perMinute, showing, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { announcements } from './commands/announcements.server.ts'
import { discardHomeDraft, publishHome, saveHomeDraft } from './commands/write-home.server.ts'
import { changeMenus } from './commands/write-menus.server.ts'
import * as contract from './contract.ts'
import * as home from './home-contract.ts'
import { listAnnouncements } from './queries/announcements.server.ts'
import { HOME_TAG, type KeptHome, publicHome, readAdminHome } from './queries/home.server.ts'
import { readAdminMenus } from './queries/menus.server.ts'

const CONFLICT = pick(COMMON_ERRORS, 'version_conflict')

/** What staff write for every public page. @param shownHome the published home page, from memory */
export const storefrontApi = (shownHome: () => KeptHome | undefined) =>
  newApi(
    ...homeRoutes(shownHome),

    defineRoute('get', '/admin/menus', staff('pages.change'), {
      summary: 'Get the menus of header and footer, and the entries that visitors do not see',
      answers: contract.AdminMenus,
      handler: ({ ctx }) => readAdminMenus(ctx),
    }),

    defineRoute('patch', '/admin/menus', staff('pages.change'), {
      summary: 'Update the menus of header and footer; they are public at once',
      body: contract.MenusChange,
      answers: contract.AdminMenus,
      refuses: [CONFLICT],
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

const homeRoutes = (shownHome: () => KeptHome | undefined) =>
  [
    defineRoute('get', '/home', access('anyone'), {
      summary: 'Get the sections of the home page that staff chose; null for the shop’s own',
      answers: home.PublicHome,
      handler: ({ ctx, c }) => {
        showing(c, HOME_TAG)
        return publicHome(ctx, shownHome())
      },
    }),

    defineRoute('get', '/admin/home', staff('pages.change'), {
      summary: 'Get the home page: its draft, and what is public',
      answers: home.AdminHome,
      handler: ({ ctx }) => readAdminHome(ctx),
    }),

    defineRoute('put', '/admin/home', staff('pages.change'), {
      summary: 'Save the draft of the home page; nothing becomes public',
      body: home.HomeDraftBody,
      answers: home.AdminHome,
      refuses: [CONFLICT],
      handler: async ({ ctx, body }) => {
        await saveHomeDraft(ctx, body)
        return readAdminHome(ctx)
      },
    }),

    defineRoute('post', '/admin/home/publish', staff('pages.change'), {
      summary: 'Publish the draft of the home page',
      body: home.HomeVersionBody,
      answers: home.AdminHome,
      refuses: [home.HOME_ERRORS, CONFLICT],
      handler: async ({ ctx, body }) => {
        await publishHome(ctx, body)
        return readAdminHome(ctx)
      },
    }),

    defineRoute('delete', '/admin/home/draft', staff('pages.change'), {
      summary: 'Discard the draft of the home page',
      query: home.HomeVersionQuery,
      answers: home.AdminHome,
      refuses: [home.HOME_ERRORS, CONFLICT],
      handler: async ({ ctx, query }) => {
        await discardHomeDraft(ctx, query)
        return readAdminHome(ctx)
      },
    }),

    defineRoute('post', '/admin/home/images', staff('pages.change', perMinute(60)), {
      summary: 'Upload a picture of the home page; a draft takes it by its reference',
      ...uploadBodyOf('One picture of at most 5 MiB: JPEG, PNG, WebP or AVIF'),
      answers: UploadedPictures,
      refuses: [PICTURE_ERRORS],
      handler: ({ ctx, c }) => storeUploads(ctx, c, 'home', 1),
    }),
  ] as const

export type StorefrontApi = ReturnType<typeof storefrontApi>
