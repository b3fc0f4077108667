import type { Dye } from './recolor.ts'

/** Pictures made from another: the same goods in another color, and close views of a part. */

const GREEN = [55, 125] as const
const TAN = [20, 54] as const
const COYOTE = { h: 36, saturation: 1.25, brightness: 1.3 }
const RANGER = { h: 82, saturation: 0.62, brightness: 0.72 }
const fromGreen: Dye = { from: GREEN, floor: { s: 0.1, v: 0.15 }, to: COYOTE }
const fromTan: Dye = { from: TAN, floor: { s: 0.16, v: 0.07 }, ceiling: 0.66, to: RANGER }

/** New picture → the one it is dyed from, the dye, and what its alternative text calls the new color. */
export const DYED: Readonly<Record<string, { of: string; dye: Dye; alt: string }>> = {
  'membership-card-yearly': {
    of: 'membership-card',
    dye: { from: [8, 40], floor: { s: 0.45, v: 0.3 }, to: { h: 45, saturation: 0.62, brightness: 0.92 } },
    alt: 'Matte black metal membership card with brass edge, star-fort mark and the word PREMIUM',
  },
  'folded-hoodie-coyote': {
    of: 'folded-hoodie',
    dye: fromGreen,
    alt: 'Folded coyote hoodie with hood, drawcords and star-fort print',
  },
  'ball-cap-coyote': {
    of: 'ball-cap',
    dye: fromGreen,
    alt: 'Coyote ball cap with an orange and black star-fort patch',
  },
  'insulated-tumbler-coyote': {
    of: 'insulated-tumbler',
    dye: fromGreen,
    alt: 'Coyote powder-coated tumbler with black lid, orange seal ring and etched star fort',
  },
  'med-pouch-coyote': {
    of: 'med-pouch',
    dye: { ...fromGreen, floor: { s: 0.14, v: 0.12 } },
    alt: 'Coyote medical pouch with an orange cross patch, webbing rows and orange zip pulls',
  },
  'admin-pouch-ranger': {
    of: 'admin-pouch',
    dye: fromTan,
    alt: 'Ranger green admin pouch with three rows of webbing, loop panel, name patch and orange zip pulls',
  },
  'assault-backpack-ranger': {
    of: 'assault-backpack',
    dye: fromTan,
    alt: 'Ranger green backpack with two front pockets, webbing rows and side compression straps',
  },
  'webbing-belt-ranger': {
    of: 'webbing-belt',
    dye: fromTan,
    alt: 'Coiled ranger green webbing belt with a black quick-release buckle',
  },
  'shemagh-ranger': {
    of: 'shemagh',
    dye: fromTan,
    alt: 'Folded ranger green shemagh scarf with a small black pattern, block border and fringe',
  },
}

type Close = { of: string; left: number; top: number; size: number; alt: string }

/** New picture → the square of the original it shows, in the original's pixels. */
export const CLOSE_VIEWS: Readonly<Record<string, Close>> = {
  'field-kit': {
    of: 'hero-flat-lay',
    left: 860,
    top: 0,
    size: 1350,
    alt: 'Coyote pouch, notebook, pen, compass, coin, card, dog tags and bracelet laid out on dark canvas',
  },
  'admin-pouch-detail': {
    of: 'admin-pouch',
    left: 100,
    top: 130,
    size: 720,
    alt: 'Loop panel with a name patch and the first row of webbing, close up',
  },
  'assault-backpack-detail': {
    of: 'assault-backpack',
    left: 300,
    top: 120,
    size: 720,
    alt: 'Top handle, upper pocket and name patch of the backpack, close up',
  },
  'med-pouch-detail': {
    of: 'med-pouch',
    left: 190,
    top: 170,
    size: 700,
    alt: 'Orange cross patch on the loop panel of the pouch, close up',
  },
  'compass-detail': {
    of: 'compass',
    left: 240,
    top: 250,
    size: 680,
    alt: 'Dial, needle and engraved bezel of the compass, close up',
  },
  'flashlight-detail': {
    of: 'flashlight',
    left: 90,
    top: 330,
    size: 640,
    alt: 'Crenellated bezel, lens and switch of the flashlight, close up',
  },
  'multitool-detail': {
    of: 'multitool',
    left: 360,
    top: 40,
    size: 680,
    alt: 'Hub, pivots and milled handles of the multitool, close up',
  },
  'hard-case-detail': {
    of: 'hard-case',
    left: 250,
    top: 300,
    size: 700,
    alt: 'Latches and carry handle of the hard case, close up',
  },
  'insulated-tumbler-detail': {
    of: 'insulated-tumbler',
    left: 260,
    top: 90,
    size: 680,
    alt: 'Lid, orange seal ring and steel rim of the tumbler, close up',
  },
  'steel-bottle-detail': {
    of: 'steel-bottle',
    left: 250,
    top: 60,
    size: 680,
    alt: 'Loop cap and shoulder of the steel bottle, close up',
  },
  'folded-hoodie-detail': {
    of: 'folded-hoodie',
    left: 240,
    top: 300,
    size: 700,
    alt: 'Drawcords and star-fort print of the hoodie, close up',
  },
  'folded-t-shirt-detail': {
    of: 'folded-t-shirt',
    left: 250,
    top: 230,
    size: 700,
    alt: 'Star-fort print on the T-shirt, close up',
  },
  'range-duffel-detail': {
    of: 'range-duffel',
    left: 160,
    top: 330,
    size: 720,
    alt: 'Front panel, webbing and zip pulls of the duffel, close up',
  },
  'power-bank-detail': {
    of: 'power-bank',
    left: 270,
    top: 240,
    size: 680,
    alt: 'Charge lights and rubber frame of the power bank, close up',
  },
  'webbing-belt-detail': {
    of: 'webbing-belt',
    left: 180,
    top: 440,
    size: 680,
    alt: 'Quick-release buckle of the belt, close up',
  },
  'prize-power-station-detail': {
    of: 'prize-power-station',
    left: 100,
    top: 280,
    size: 700,
    alt: 'Display and outlets of the power station, close up',
  },
  'prize-security-cabinet-detail': {
    of: 'prize-security-cabinet',
    left: 180,
    top: 260,
    size: 680,
    alt: 'Combination dial and handle of the cabinet, close up',
  },
}

type PhoneCut = { of: string; left: number; top: number; width: number; height: number }

/** The part of a wide hero that a phone shows, upright, in the original's pixels. */
export const PHONE_HEROES: Readonly<Record<string, PhoneCut>> = {
  'hero-flat-lay-phone': { of: 'hero-flat-lay', left: 850, top: 60, width: 960, height: 1200 },
  'hero-banner-phone': { of: 'hero-banner', left: 1130, top: 0, width: 800, height: 1000 },
}

/** The floor of the draw's stage, without its wall: the wall of a draw shows the numbers of its own list. */
export const STAGE_FLOOR = { of: 'draw-stage', left: 680, top: 790, width: 1120, height: 280 }
