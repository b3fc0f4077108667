/** Longest side of a picture that is searched for a code. A code of a photographed card keeps several pixels a module. */
const EDGE = 1600

type Detector = { detect: (source: ImageBitmapSource) => Promise<{ rawValue: string }[]> }
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

/** Finds the texts of the QR codes in a picture or in the present frame of a video. The reader of the shop finds one at most. */
export type ReadQrCodes = (source: HTMLVideoElement | ImageBitmap) => Promise<string[]>

/**
 * The reader of this browser, or one that is loaded now from the shop itself. It is plain JavaScript, so that the content security policy
 * needs no right to compile WebAssembly.
 */
export async function loadQrCodeReader(): Promise<ReadQrCodes> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors }
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes('qr_code')) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async source => (await detector.detect(source)).map(({ rawValue }) => rawValue)
  }
  const { decodeQR } = await import('qr/decode.js')
  return async source => {
    const image = pixelsOf(source)
    try {
      return image ? [decodeQR(image)] : []
    } catch {
      // No code in this picture; the decoder has no other answer.
      return []
    }
  }
}

function pixelsOf(source: HTMLVideoElement | ImageBitmap): ImageData | null {
  const [width, height] =
    source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height]
  if (!width || !height) return null
  const scale = Math.min(1, EDGE / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
