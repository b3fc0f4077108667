/** The display widths; `Picture` of the kit offers equal widths. The smallest is written last, so its existence proves that all exist. */
export const WIDTHS = [1200, 640, 320] as const
/** Longest side, in pixels, of the source picture for crops. */
export const SOURCE_EDGE = 2400
/** A picture of the brand: its longest side, its least side, the height of its small file for pages. */
export const BRAND = { edge: 1024, least: 32, small: 96 } as const
/** Longest side, in pixels, of a scanned card. */
export const SCAN_EDGE = 1600
