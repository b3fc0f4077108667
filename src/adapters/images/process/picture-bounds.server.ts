import type { Metadata } from 'sharp'
import { PICTURE_BOUNDS } from '#platform/costly/picture-bounds.ts'

/** Bytes of a sample by sharp's name of its kind. An unknown kind counts as the largest. */
const SAMPLE_BYTES: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, int: 4, uint: 4, float: 4 }
const LARGEST_SAMPLE = 8
/** A progressive JPEG holds a coefficient of 2 bytes for each sample until the last scan. */
const COEFFICIENT = 2
const SAMPLES: Record<string, number> = { '4:2:0': 1.5, '4:2:2': 2 }
/** Measured: frames of the AV1 decoder, their planes and the picture. */
const AV1_BYTES = 18

/** The refusal of a picture by its header, before it is decoded. */
export function boundBroken(header: Metadata): 'picture_too_many_pixels' | 'picture_too_heavy' | undefined {
  const pixels = header.width * header.height
  const most = header.format === 'jpeg' ? PICTURE_BOUNDS.jpegPixels : PICTURE_BOUNDS.pixels
  if (pixels > most) return 'picture_too_many_pixels'
  const decoded = pixels * header.channels * (SAMPLE_BYTES[header.depth] ?? LARGEST_SAMPLE) * (header.pages ?? 1)
  const isTooHeavy = decoded > PICTURE_BOUNDS.decodedBytes || heldBytes(header, decoded) > PICTURE_BOUNDS.heldBytes
  return isTooHeavy ? 'picture_too_heavy' : undefined
}

/** Bytes that the decoder keeps until the picture is complete. Other decoders work line by line, or shrink while they decode. */
function heldBytes(
  { format, width, height, isProgressive, chromaSubsampling = '' }: Metadata,
  decoded: number,
): number {
  if (format === 'heif') return width * height * AV1_BYTES
  if (!isProgressive) return 0
  return format === 'jpeg' ? width * height * COEFFICIENT * (SAMPLES[chromaSubsampling] ?? 4) : decoded
}
