import { access, answers, createRoute, jsonBody, newApi, showing, staff } from '#kernel/api/api.server.ts'
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

const shown = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/settings',
  summary: 'The rules of the shop that everybody may know',
  responses: answers(ShownSettings),
})

const read = createRoute({
  ...staff('settings.read'),
  method: 'get',
  path: '/admin/settings',
  summary: 'All settings, their defaults, and who set them',
  responses: answers(AdminSettings),
})

const change = createRoute({
  ...staff('settings.change', { isFreshAsked: true, limit: { points: 60, seconds: 60 } }),
  method: 'patch',
  path: '/admin/settings',
  summary: 'Change settings; they hold at once, everywhere',
  request: jsonBody(SettingsChangeBody),
  responses: answers(AdminSettings),
})

const preview = createRoute({
  ...staff('settings.read'),
  method: 'post',
  path: '/admin/settings/preview',
  summary: 'What a change of settings would do; nothing is changed',
  request: jsonBody(SettingsPreviewBody),
  responses: answers(SettingsEffect),
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
      await changeSettings(ctx, c.req.valid('json'), ports)
      return c.json(await answerOf(ctx), 200)
    })
    .openapi(preview, async c => {
      const { ctx } = c.var
      const { chosen } = await storedSettings(ctx)
      const { before, after } = changedSettings(ctx, chosen, c.req.valid('json').settings)
      return c.json(await ports.effectOf(ctx, before, after), 200)
    })
}

export type SettingsApi = ReturnType<typeof settingsApi>
