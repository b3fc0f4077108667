/** Whether a browser is Safari, by its user agent. Every other browser says Safari too, but beside its own name. */
export const isSafari = (userAgent: string): boolean =>
  /safari/i.test(userAgent) && !/chrom|crios|fxios|edg|opr|opios|android|headless/i.test(userAgent)
