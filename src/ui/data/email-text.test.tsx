import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EmailText } from './email-text.tsx'

it('an e-mail address in a row is cut off in one line, with all of it as text and title [B-13.91]', () => {
  const address = 'quartermaster.of.the.northern.star.fort@example.com'
  const html = renderToStaticMarkup(<EmailText className="text-muted">{address}</EmailText>)
  expect(html).toContain(`title="${address}"`)
  expect(html).toContain(`>${address}</span>`)
  expect(html).toMatch(/class="block truncate /)
})
