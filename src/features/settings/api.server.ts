import { PROPOSED } from '#features/proposals/responses.ts'
import { access, defineRoute, freshStaff, newApi, perMinute, showing, staff } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { changedSettings, changeSettings } from './commands.server.ts'
import {
  AdminSettings,
  SettingsChangeBody,
  SettingsEffect,
  SettingsPreviewBody,
  ShownSettings,
  toPublic,
} from './contract.ts'
import type { SettingsPorts } from './ports.ts'
import { adminSettings, storedSettings } from './queries.server.ts'

const shown = defineRoute('get', '/settings', access('anyone'), {
  summary: 'Get the public settings of the shop',
  answers: ShownSettings,
})

const read = defineRoute('get', '/admin/settings', staff('settings.read'), {
  summary: 'Get all settings, their defaults, and who set them',
  answers: AdminSettings,
})

const change = defineRoute('patch', '/admin/settings', freshStaff('settings.change', perMinute(60)), {
  summary: 'Update settings; they apply at once, everywhere',
  body: SettingsChangeBody,
  answers: AdminSettings,
  responses: PROPOSED,
})

const preview = defineRoute('post', '/admin/settings/preview', staff('settings.read'), {
  summary: 'Preview the effect of changed settings; nothing is saved',
  body: SettingsPreviewBody,
  answers: SettingsEffect,
  isRead: true,
})

export const settingsApi = (ports: SettingsPorts) => {
  const answerOf = async (ctx: Context) => adminSettings(ctx, await ports.notesFor(ctx))
  return newApi()
    .openapi(shown, c => {
      showing(c, 'settings')
      return c.json(toPublic(c.var.ctx.settings), 200)
    })
    .openapi(read, async c => c.json(await answerOf(c.var.ctx), 200))
    .openapi(change, async c => {
      const { ctx } = c.var
      const proposed = await changeSettings(ctx, c.req.valid('json'), ports)
      return proposed ? c.json(proposed, 202) : c.json(await answerOf(ctx), 200)
    })
    .openapi(preview, async c => {
      const { ctx } = c.var
      const { chosen } = await storedSettings(ctx)
      const { before, after } = changedSettings(ctx, chosen, c.req.valid('json').settings)
      return c.json(await ports.effectOf(ctx, before, after), 200)
    })
}

export type SettingsApi = ReturnType<typeof settingsApi>
