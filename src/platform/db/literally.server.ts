/** Escapes `%`, `_` and `\` so that user input matches literally in `LIKE`. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
