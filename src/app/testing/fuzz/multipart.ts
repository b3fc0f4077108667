import type { Chance } from '../../../../db/demo/seeded-chance.ts'

const BOUNDARY = 'fuzz-boundary'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A PNG whose header claims 30,000 × 30,000 pixels. */
function hugePng(): Buffer {
  const png = Buffer.from(PNG)
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  return png
}

const FILES = [
  PNG,
  hugePng(),
  PNG.subarray(0, 40),
  Buffer.alloc(0),
  Buffer.alloc(300_000, 0xff),
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"><image href="file:///etc/passwd"/></svg>',
  ),
  Buffer.from('name,price\n"=1+1",abc\n"unclosed'),
  Buffer.from(`name,price\n${'a,1\n'.repeat(5000)}`),
]

/** A form with one file, sometimes truncated. */
export function multipartBody(chance: Chance): { body: Buffer; type: string } {
  const name = chance.oneOf(['file', 'files', 'image', 'images', 'picture', '__proto__', ''])
  const fileName = chance.oneOf(['a.png', '../../a.png', 'a.csv', '', 'a"b.png', 'é.png'])
  const mime = chance.oneOf(['image/png', 'image/jpeg', 'image/svg+xml', 'text/csv', 'x/y'])
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${mime}\r\n\r\n`
  const whole = Buffer.concat([Buffer.from(head), chance.oneOf(FILES), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  const body = chance.below(10) === 0 ? whole.subarray(0, chance.below(whole.length)) : whole
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` }
}
