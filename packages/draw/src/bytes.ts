import { sha256 as hash } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Throws on bytes that are not UTF-8. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

export const hexOf = (bytes: Uint8Array): string => bytesToHex(bytes)

/** Accepts lower case only, so that each value has one text. */
export function bytesOfHex(hex: string): Uint8Array {
  if (hex.length % 2 === 1 || /[^0-9a-f]/.test(hex)) throw new RangeError('This is not lower-case hexadecimal.')
  return hexToBytes(hex)
}

export function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Accepts the standard alphabet with padding and zero bits at the end, so that each value has one text. */
export function bytesOfBase64(text: string): Uint8Array {
  if (/[^A-Za-z0-9+/=]/.test(text)) throw new RangeError('This is not Base64.')
  const binary = atob(text)
  const bytes = Uint8Array.from(binary, letter => letter.charCodeAt(0))
  if (btoa(binary) !== text) throw new RangeError('This Base64 has another text for the same bytes.')
  return bytes
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    whole.set(part, end)
    end += part.length
  }
  return whole
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** A whole number below 2^53 as 8 bytes, big endian. */
export function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

export const sha256 = (bytes: Uint8Array): Uint8Array => hash(bytes)

export const sha256Hex = (data: string | Uint8Array): string =>
  hexOf(hash(typeof data === 'string' ? utf8(data) : data))
