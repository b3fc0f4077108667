import { expect, it } from 'vitest'
import { renderEmail } from '#features/notifications/render-email.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { frozenEmail } from '../commands/tell-frozen.server.ts'

it('the e-mail of the sealed list has fingerprint and key alone on a line, to copy without a full stop [B-20.18]', async () => {
  const { preview } = frozenEmail
  const email = frozenEmail({ origin: 'https://shop.example' } as DataContext, preview)
  const { text } = await renderEmail({ origin: 'https://shop.example', settings: DEFAULT_SETTINGS }, email)
  const lines = text.split('\n')
  expect(lines).toContain(preview.manifestHash)
  expect(lines).toContain(preview.logKey)
})
