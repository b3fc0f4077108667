import { BRAND_PICTURE_ERRORS, brandUploadBody, storeBrandPicture } from '#adapters/images/brand-pictures.server.ts'
import { UploadedPictures } from '#adapters/images/uploads.server.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { access, freshStaff, perMinute, showing, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Storefront } from '#kernel/storefront/storefront.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { changedSettings, changeSettings } from './commands.server.ts'
import {
  AdminSettings,
  SENDER_ERRORS,
  SETTINGS_ERRORS,
  SenderChecks,
  SettingsChangeBody,
  SettingsEffect,
  SettingsPreviewBody,
  ShownSettings,
  TestEmailSent,
  toPublic,
} from './contract.ts'
import type { SettingsPorts } from './ports.ts'
import { readAdminSettings, readStoredSettings } from './queries.server.ts'
import { sendTestEmail } from './sender/commands.server.ts'
import { readSenderChecks } from './sender/queries.server.ts'

/** @param storefront what staff wrote for every public page */
export const settingsApi = (ports: SettingsPorts, storefront: () => Storefront) => {
  const answerOf = async (ctx: Context) => readAdminSettings(ctx, await ports.notesFor(ctx))
  return newApi(
    defineRoute('get', '/settings', access('anyone'), {
      summary: 'Get the public settings of the shop, its menus and the current announcement',
      answers: ShownSettings,
      handler: ({ ctx, c }) => {
        showing(c, 'settings')
        return { ...toPublic(ctx.settings), ...storefront() }
      },
    }),

    defineRoute('get', '/admin/settings', staff('settings.read'), {
      summary: 'Get all settings, their defaults, and who set them',
      answers: AdminSettings,
      handler: ({ ctx }) => answerOf(ctx),
    }),

    defineRoute('patch', '/admin/settings', freshStaff('settings.change', perMinute(60)), {
      summary: 'Update settings; they apply at once, everywhere',
      body: SettingsChangeBody,
      answers: AdminSettings,
      responses: PROPOSED,
      refuses: [SETTINGS_ERRORS, PROPOSING_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: async ({ ctx, body, c }) => {
        const proposed = await changeSettings(ctx, body, ports)
        return proposed ? c.json(proposed, 202) : answerOf(ctx)
      },
    }),

    defineRoute('post', '/admin/settings/images', staff('settings.change', perMinute(60)), {
      summary: 'Upload a logo or the mark; a change of the settings takes it by its address',
      ...brandUploadBody,
      answers: UploadedPictures,
      refuses: [BRAND_PICTURE_ERRORS],
      handler: ({ ctx, c }) => storeBrandPicture(ctx, c),
    }),

    defineRoute('get', '/admin/settings/sender', staff('settings.read', perMinute(30)), {
      summary: 'Ask DNS whether the sender of e-mails may send: SPF, DKIM and DMARC',
      answers: SenderChecks,
      refuses: [SENDER_ERRORS],
      handler: ({ ctx }) => readSenderChecks(ctx),
    }),

    defineRoute('post', '/admin/settings/sender/test', staff('settings.change', { points: 10, seconds: 600 }), {
      summary: 'Send the caller a test e-mail, and answer what the mail server says',
      answers: TestEmailSent,
      refuses: [SENDER_ERRORS],
      handler: ({ ctx }) => sendTestEmail(ctx),
    }),

    defineRoute('post', '/admin/settings/preview', staff('settings.read'), {
      summary: 'Preview the effect of changed settings; nothing is saved',
      body: SettingsPreviewBody,
      answers: SettingsEffect,
      isRead: true,
      refuses: [SETTINGS_ERRORS],
      handler: async ({ ctx, body }) => {
        const { chosen } = await readStoredSettings(ctx)
        const { before, after } = await changedSettings(ctx, chosen, body.settings)
        return ports.effectOf(ctx, before, after)
      },
    }),
  )
}

export type SettingsApi = ReturnType<typeof settingsApi>
