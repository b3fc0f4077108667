/** One line for pages and e-mails, without Unicode's direction marks, which could reverse the text around it. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
