import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SettingsContext } from '#kernel/client/site.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { Wordmark } from './mark.tsx'

const wordmarkOf = (name: string) =>
  renderToStaticMarkup(
    <SettingsContext value={{ ...DEFAULT_SETTINGS, brand: { ...DEFAULT_SETTINGS.brand, name } }}>
      <Wordmark />
    </SettingsContext>,
  )

it('the wordmark is the name of the settings, as text [B-1.22]', () => {
  expect(renderToStaticMarkup(<Wordmark />)).toContain('>New shop</span>')
  expect(wordmarkOf('Rock & <Co>')).toContain('>Rock &amp; &lt;Co&gt;</span>')
})

it('a long name is small, breaks anywhere and takes two lines at most', () => {
  for (const name of ['Redoubt', '🏕️🏕️', 'Outpost']) expect(wordmarkOf(name)).toContain('text-2xl')
  for (const name of ['Northwest Trading Post', 'W'.repeat(60)]) {
    const html = wordmarkOf(name)
    expect(html).toContain(`>${name}</span>`)
    expect(html).not.toContain('text-2xl')
    for (const limit of ['line-clamp-2', 'wrap-anywhere', 'min-w-0']) expect(html).toContain(limit)
  }
})
