import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1'

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0', 'Opera on Windows'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 EdgA/140.0',
    'Edge on Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/19.0 Safari/605.1', 'Safari on Mac'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on ChromeOS'],
  [`${IPHONE} Version/19.0 Mobile Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} CriOS/140.0 Mobile Safari/604.1`, 'Chrome on iPhone'],
  [`${IPHONE} FxiOS/140.0 Mobile Safari/604.1`, 'Firefox on iPhone'],
  [`${IPHONE} EdgiOS/140.0 Mobile Safari/604.1`, 'Edge on iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1 Version/16.0 Safari/604.1', 'Safari on iPad'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Browser on Windows'],
  ['', 'Unknown device'],
  ['curl/8.0', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['Call +1 555 0100 now/1.0 (x)', 'Unknown device'],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

it('takes the name for an unknown device from its caller', () => {
  expect(deviceName('', 'Browser')).toBe('Browser')
  expect(deviceName('<script>alert(1)</script>', 'Browser')).toBe('Browser')
})

it('reads a bounded part of a long user agent', () => {
  expect(deviceName(`${'x'.repeat(600)} Chrome/140.0`)).toBe('Unknown device')
})
