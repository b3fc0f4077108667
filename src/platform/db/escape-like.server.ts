/** Escapes `%`, `_` and `\` so that user input matches literally in `LIKE`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
