import { expect, it } from 'vitest'
import { isSafari } from './safari.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) '

it.each([
  ['Safari', `${MAC}605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, true],
  ['Safari on a phone', `${PHONE}Version/18.1 Mobile/15E148 Safari/604.1`, true],
  ['Chrome', `${MAC}537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`, false],
  ['Chrome on an iPhone', `${PHONE}CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, false],
  ['Firefox on an iPhone', `${PHONE}FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, false],
  ['Edge', `${MAC}537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, false],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', false],
  ['the server', 'Node.js/26', false],
])('%s', (_, userAgent, expected) => expect(isSafari(userAgent)).toBe(expected))
