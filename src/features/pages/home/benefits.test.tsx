import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { SettingsContext } from '#kernel/client/site.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { DEFAULT_HOME } from '#kernel/storefront/home/home.ts'
import { Benefits } from './sections/benefits.tsx'

it.each([
  ['bronze-credit', 'get a credit every month.'],
  ['bonus-entries', 'get bonus entries every month.'],
] as const)('home names the monthly benefit %s of members [B-2.117]', (monthlyBenefit, words) => {
  const settings = { ...DEFAULT_SETTINGS, premium: { ...DEFAULT_SETTINGS.premium, monthlyBenefit } }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <SettingsContext value={settings}>
        <Benefits section={DEFAULT_HOME.find(({ id }) => id === 'benefits')!} />
      </SettingsContext>
    </MemoryRouter>,
  )
  expect(html).toContain(words)
})
