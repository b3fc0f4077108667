const MB = 1024 * 1024

/** A picture by its header, before it is decoded. */
export const PICTURE_BOUNDS = {
  bytes: 5 * MB,
  pixels: 40_000_000,
  /** A JPEG is shrunk while it is decoded. Cameras of phones make 50 megapixels. */
  jpegPixels: 52_000_000,
  /** Decoded size: width × height × channels × bytes of a sample × pages. */
  decodedBytes: 160 * MB,
  /** Bytes that a decoder holds at once when it cannot work line by line: interlaced and progressive files, AVIF. */
  heldBytes: 96 * MB,
} as const
