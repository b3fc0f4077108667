import { access, answers, createRoute, jsonBody, newApi, showing, staff } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Settings } from '#kernel/settings.ts'
import { type Along, changedSettings, changeSettings } from './commands.server.ts'
import {
  AdminSettings,
  SettingsChangeBody,
  SettingsEffect,
  SettingsPreviewBody,
  ShownSettings,
  toPublic,
} from './contract.ts'
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

/** Effects of settings on later features; src/app passes them in. */
export type SettingsParts = {
  along: Along
  effect: (ctx: Context, before: Settings, after: Settings) => Promise<SettingsEffect>
  notes: (ctx: Context) => Promise<string[]>
}

export const settingsApi = ({ along, effect, notes }: SettingsParts) =>
  newApi()
    .openapi(shown, c => {
      showing(c, 'settings')
      return c.json(toPublic(c.var.ctx.settings), 200)
    })
    .openapi(read, async c => c.json(await adminSettings(c.var.ctx, await notes(c.var.ctx)), 200))
    .openapi(change, async c => {
      const { ctx } = c.var
      await changeSettings(ctx, c.req.valid('json'), along)
      return c.json(await adminSettings(ctx, await notes(ctx)), 200)
    })
    .openapi(preview, async c => {
      const { ctx } = c.var
      const { chosen } = await storedSettings(ctx)
      const { before, after } = changedSettings(ctx, chosen, c.req.valid('json').settings)
      return c.json(await effect(ctx, before, after), 200)
    })

export type SettingsApi = ReturnType<typeof settingsApi>
