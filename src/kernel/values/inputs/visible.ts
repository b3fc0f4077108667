/** Spaces, control characters and letters that show nothing, such as a zero-width space. */
const UNSEEN = /^[\s\p{C}\p{DI}\u2800]*$/u

/** Whether a reader sees anything of a text. A name or reason of invisible letters is missing. */
export const isVisible = (text: string): boolean => !UNSEEN.test(text)
