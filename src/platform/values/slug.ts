/** "Star-Fort Patch (PVC)" → "star-fort-patch-pvc"; empty for a text without Latin letters and digits. */
export const slugOf = (words: string): string =>
  words
    .normalize('NFKD')
    .replace(/[̀-ͯ'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
    .replace(/-$/, '')
