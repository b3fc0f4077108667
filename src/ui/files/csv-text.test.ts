import { expect, it } from 'vitest'
import { csvTextOf } from './csv-text.ts'

const TEXT = 'name,price\r\nCafé “Nord” ™,19.90 €\r\n'
const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le')
const windows = Buffer.from(
  [...TEXT].map(letter => ({ '“': 0x93, '”': 0x94, '™': 0x99, '€': 0x80 })[letter] ?? letter.charCodeAt(0)),
)

it.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', utf16],
  ['UTF-16, high byte first', Buffer.from(utf16).swap16()],
  ['the code page of Windows', windows],
])('a CSV in %s is read as it was written [B-13.110]', async (_, bytes) => {
  expect(await csvTextOf(new Blob([new Uint8Array(bytes)]))).toBe(TEXT)
})
