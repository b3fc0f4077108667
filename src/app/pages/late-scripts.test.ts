import { expect, it } from 'vitest'
import { startScriptsLate } from './late-scripts.server.ts'

const PAGE = [
  '<html><head><link rel="stylesheet" href="/a.css"/>',
  '<link rel="modulepreload" href="/assets/a.js" nonce="n1"/><link rel="modulepreload" href="/assets/b.js"/>',
  '<script type="application/ld+json">{"name":"$&"}</script></head>',
  '<body><p>Hello</p><script nonce="n1" type="module" async="">import "/assets/a.js";\nlet cost = "$1"</script></body></html>',
].join('')

it('asks for no module before the page is painted, and keeps the code as it is', () => {
  const html = startScriptsLate(PAGE, 'n1')
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).not.toMatch(/<script[^>]* type="module"/)
  expect(html).toContain('type="text/plain" id="page-script">import "/assets/a.js";\nlet cost = "$1"</script>')
  expect(html).toContain('["/assets/a.js","/assets/b.js"]')
  expect(html).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(html).toContain('{"name":"$&"}')
  expect(html.match(/nonce="n1"/g)).toHaveLength(2)
})

it('leaves a page without modules alone', () => {
  expect(startScriptsLate('<html><body>Plain</body></html>', 'n1')).toBe('<html><body>Plain</body></html>')
})
