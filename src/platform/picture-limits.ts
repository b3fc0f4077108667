/** customer-side.md section 9: a single upload is at most 5 MiB. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** What is said of a larger one, in the browser before it is sent and by the server. `{file}` is its name. */
export const PICTURE_TOO_LARGE = '{file} is larger than 5 MB.'
