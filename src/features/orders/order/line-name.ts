/** A product and its variant in one line: `Range Tee, L, Coyote`. */
export const lineName = ({ name, options }: { name: string; options: Record<string, string> }) =>
  [name, ...Object.values(options)].join(', ')

/** A sold line in one text: `Range Tee, L, Coyote (SKU TEE-L)`. An old line may have no SKU. */
export const soldName = (line: Parameters<typeof lineName>[0] & { sku: string | null }) =>
  line.sku ? `${lineName(line)} (SKU ${line.sku})` : lineName(line)
