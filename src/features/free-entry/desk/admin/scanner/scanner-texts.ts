export const NO_QR_CODE = 'No code was found in this picture. Type the code that stands beside it.'
export const FOREIGN_QR_CODE = 'This QR code is not of one of our cards. Show the card’s own code, or type it.'

export const unreadable = (file: string): string => `${file} is not a picture we can read. Use JPEG, PNG, WebP or AVIF.`

const NO_CAMERA = 'The camera does not start. Type the code of the card, or choose a picture of the card.'
const NOT_FROM_STORE =
  'This page was opened from the store, without the camera. Reload it, or type the code of the card.'

/** By the names that browsers give the errors of a camera. */
const CAMERA_PROBLEMS: Record<string, string> = {
  NotAllowedError: 'This page may not use the camera. Allow it in the browser, or type the code of the card.',
  NotFoundError: 'No camera was found. Type the code of the card, or choose a picture of the card.',
  NotReadableError: 'Another program uses the camera. Close it and try again, or type the code of the card.',
}

/**
 * The sentence for a camera that does not start.
 * @param isOfPage false where the document came without the right to a camera, as pages of the store do.
 */
export function cameraProblemOf(error: unknown, isOfPage: boolean): string {
  if (!isOfPage) return NOT_FROM_STORE
  return (error instanceof DOMException && CAMERA_PROBLEMS[error.name]) || NO_CAMERA
}
