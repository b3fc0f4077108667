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

/** Countries in free association, which the mail of the United States serves at its own rates. Giveaways admit no resident of them. */
const ASSOCIATED_NAMES = { FM: 'Micronesia', MH: 'the Marshall Islands', PW: 'Palau' } as const

/** What may stand as a state in an address of the United States: Publication 28 of the US Postal Service, appendix B. */
export const POSTAL_STATE_NAMES = { ...REGION_NAMES, ...ASSOCIATED_NAMES }
export type PostalState = keyof typeof POSTAL_STATE_NAMES
export const POSTAL_STATES = Object.keys(POSTAL_STATE_NAMES) as PostalState[]

export type MilitaryState = 'AA' | 'AE' | 'AP'
export const isMilitary = (state: string): state is MilitaryState => ['AA', 'AE', 'AP'].includes(state)
/** Whether a place is one of the 50 states or the District of Columbia. */
export const isState = (place: string): boolean => place in STATE_NAMES

export const STATES = Object.keys(STATE_NAMES) as (keyof typeof STATE_NAMES)[]
export const REGIONS = Object.keys(REGION_NAMES) as Region[]

/** Other ways to write a region, by their letters: traditional abbreviations and the lists of other shops. */
const ALIASES: Record<string, Region> = {
  ...{
    ALA: 'AL',
    ARIZ: 'AZ',
    ARK: 'AR',
    CAL: 'CA',
    CALIF: 'CA',
    COLO: 'CO',
    CONN: 'CT',
    DEL: 'DE',
    FLA: 'FL',
    ILL: 'IL',
  },
  ...{
    IND: 'IN',
    KAN: 'KS',
    KANS: 'KS',
    MASS: 'MA',
    MICH: 'MI',
    MINN: 'MN',
    MISS: 'MS',
    MONT: 'MT',
    NEB: 'NE',
    NEBR: 'NE',
  },
  ...{
    NEV: 'NV',
    NDAK: 'ND',
    NMEX: 'NM',
    OKLA: 'OK',
    ORE: 'OR',
    OREG: 'OR',
    PENN: 'PA',
    PENNA: 'PA',
    SDAK: 'SD',
    TENN: 'TN',
  },
  ...{ TEX: 'TX', WASH: 'WA', WVA: 'WV', WIS: 'WI', WISC: 'WI', WYO: 'WY', WASHINGTONDC: 'DC' },
  ...{ NORTHERNMARIANAS: 'MP', VIRGINISLANDS: 'VI', VIRGINISLANDSUS: 'VI', UNITEDSTATESVIRGINISLANDS: 'VI' },
  ...{ ARMEDFORCESAA: 'AA', ARMEDFORCESAE: 'AE', ARMEDFORCESAFRICA: 'AE', ARMEDFORCESCANADA: 'AE' },
  ...{ ARMEDFORCESMIDDLEEAST: 'AE', ARMEDFORCESAP: 'AP' },
}
/** Full-width letters, as keyboards of East Asia type them, are those that they look like. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')

/** What may stand in an address for a region, by its letters alone: "N.Y.", "ny" and "New York" are equal. */
export const REGION_KEYS: Readonly<Record<string, Region>> = {
  ...Object.fromEntries(REGIONS.map(code => [lettersOf(REGION_NAMES[code]), code])),
  ...Object.fromEntries(REGIONS.map(code => [code, code])),
  ...ALIASES,
}

const ASSOCIATED_KEYS: Readonly<Record<string, PostalState>> = {
  ...{ FM: 'FM', MICRONESIA: 'FM', FEDERATEDSTATESOFMICRONESIA: 'FM' },
  ...{ MH: 'MH', MARSHALLISLANDS: 'MH', PW: 'PW', PALAU: 'PW' },
}

/** The postal code of a state as typed into an address: a code or a name; null for another text. SQL has `us_state`. */
export const regionOf = (typed: string): Region | null => REGION_KEYS[lettersOf(typed)] ?? null

/** The same with the places that the mail serves beyond them. */
export const postalStateOf = (typed: string): PostalState | null =>
  regionOf(typed) ?? ASSOCIATED_KEYS[lettersOf(typed)] ?? null

/** The usual spellings of a region in addresses, for a search by index: "OH", "Ohio", "OHIO", "ohio" and the like. */
export const spellingsOf = (region: string): string[] => {
  const names = [region, ...(region in REGION_NAMES ? [REGION_NAMES[region as Region]] : [])]
  return [...new Set(names.flatMap(name => [name, name.toUpperCase(), name.toLowerCase()]))]
}
