import type { Attribute } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'

const derOf = (attribute: Attribute) => Buffer.from(AsnConvert.serialize(attribute))

/** In the order of DER, which sorts a SET OF by its bytes. */
export const inOrder = (attributes: readonly Attribute[]): Attribute[] =>
  attributes.toSorted((a, b) => Buffer.compare(derOf(a), derOf(b)))

/** What the signature of a token is over: the attributes as a SET in DER (RFC 5652, 5.4). */
export function signedBytes(attributes: readonly Attribute[]): Buffer {
  const body = Buffer.concat(inOrder(attributes).map(derOf))
  return Buffer.concat([Buffer.of(0x31, ...lengthOf(body.length)), body])
}

/** A length in DER. */
function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}
