import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { VerifierFiles } from '#features/draws/fairness/verifier-files.tsx'
import { gapInWords } from './gap-in-words.ts'

it('each verifier is a link, with its SHA-256 where the shop was built [B-20.16]', () => {
  const sha256 = '5c'.repeat(32)
  const html = renderToStaticMarkup(
    <VerifierFiles
      verifiers={[
        { path: '/verify/redoubt-verify.py', sha256 },
        { path: '/verify/redoubt-verify.mjs', sha256: null },
      ]}
    />,
  )
  expect(html).toContain('href="/verify/redoubt-verify.py"')
  expect(html).toContain('href="/verify/redoubt-verify.mjs"')
  expect(html.match(/SHA-256/g)).toHaveLength(1)
  expect(html).toContain(sha256)
})

it('the fairness page names the long gap only where it is another than the gap [B-20.17]', () => {
  const gaps = { gapSeconds: 3600, longGapSeconds: 86_400, longGapFrom: 5000 }
  expect(gapInWords(gaps)).toBe('1 hour later (24 hours for prizes of $5,000 or more)')
  expect(gapInWords({ ...gaps, gapSeconds: 10, longGapSeconds: 10 })).toBe('10 seconds later')
})
