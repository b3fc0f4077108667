import { PICTURE_BOUNDS } from '#platform/costly/picture-bounds.ts'

/** A single upload is at most 5 MiB. */
export const MAX_PICTURE_BYTES: number = PICTURE_BOUNDS.bytes

/** Error for a larger picture, in the browser before the upload and on the server. `{file}` is the file name. */
export const PICTURE_TOO_LARGE = '{file} is larger than 5 MB.'
