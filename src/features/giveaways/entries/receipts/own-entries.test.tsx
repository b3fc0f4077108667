import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Answer } from './own-entries.tsx'

it('a proof that is not there yet says until when to expect it, as a date and a time [B-20.15]', () => {
  const sentence = 'The entry is being written to the log.'
  const by = Date.parse('2026-03-10T19:08:38.846Z')
  const html = renderToStaticMarkup(<Answer proven={{ slots: [22], ok: false, by, sentence }} />)
  expect(html).toContain('Not yet')
  expect(html).toContain(sentence)
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('The proof is there by Mar 10, 2026, 1:08 PM MDT')
  const late = renderToStaticMarkup(<Answer proven={{ slots: [22], ok: false, sentence }} />)
  expect(late).toContain('Not proven')
  expect(late).not.toContain('is there by')
})
