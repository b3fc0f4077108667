/** The 50 states and the District of Columbia, by their postal codes. Safe in the browser. */
export const STATE_NAMES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const

/** Territories, and the codes of military mail, which name no state of residence. */
export const TERRITORY_NAMES = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'US Virgin Islands',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
} as const

export const REGION_NAMES = { ...STATE_NAMES, ...TERRITORY_NAMES }
export type Region = keyof typeof REGION_NAMES

export const STATES = Object.keys(STATE_NAMES) as (keyof typeof STATE_NAMES)[]
export const REGIONS = Object.keys(REGION_NAMES) as Region[]

/** Other ways to write a region, by their letters. */
const ALIASES: Record<string, Region> = { WASHINGTONDC: 'DC', VIRGINISLANDS: 'VI', NORTHERNMARIANAS: 'MP' }
const lettersOf = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '')

/** What may stand in an address for a region, by its letters alone: "N.Y.", "ny" and "New York" are equal. */
export const REGION_KEYS: Readonly<Record<string, Region>> = {
  ...Object.fromEntries(REGIONS.map(code => [lettersOf(REGION_NAMES[code]), code])),
  ...Object.fromEntries(REGIONS.map(code => [code, code])),
  ...ALIASES,
}

/** The postal code of a state as typed into an address: a code or a name; null for another text. SQL has `us_state`. */
export const regionOf = (typed: string): Region | null => REGION_KEYS[lettersOf(typed)] ?? null

/** The usual spellings of a region in addresses, for a search by index: "OH", "Ohio", "OHIO", "ohio" and the like. */
export const spellingsOf = (region: string): string[] => {
  const names = [region, ...(region in REGION_NAMES ? [REGION_NAMES[region as Region]] : [])]
  return [...new Set(names.flatMap(name => [name, name.toUpperCase(), name.toLowerCase()]))]
}
