/** A product and its variant in one line: `Range Tee, L, Coyote`. */
export const lineName = ({ name, options }: { name: string; options: Record<string, string> }) =>
  [name, ...Object.values(options)].join(', ')
