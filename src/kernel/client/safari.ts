/** True if the user agent is Safari. Other browsers also say Safari but add their own name. */
export const isSafari = (userAgent: string): boolean =>
  /safari/i.test(userAgent) && !/chrom|crios|fxios|edg|opr|opios|android|headless/i.test(userAgent)
