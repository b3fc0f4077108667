/** Text that somebody typed, for a pattern of `like`: `%`, `_` and `\` in it are those letters and nothing more. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
