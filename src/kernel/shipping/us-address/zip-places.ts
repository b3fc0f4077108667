import { atFirstCall } from '#platform/values/at-first-call.ts'
import type { PostalState } from '../us-states.ts'

/**
 * Places by the first three digits of their ZIP codes, both ends included: Google's libaddressinput, data of the United States, computed
 * over all codes. The ranges hold prefixes that no post office uses today.
 */
const BY_THREE = `
  AL 350-369  AK 995-999  AZ 850-869  AR 716-729  CA 900-961  CO 800-819  CT 060-069  DE 197-199  DC 200 202-205 569  FL 320-339 341-349
  GA 300-319 398  HI 967-968  ID 832-839  IL 600-629  IN 460-479  IA 500-529  KS 660-679  KY 400-427  LA 700-715  ME 039-049  MD 206-219
  MA 010-027  MI 480-499  MN 550-567  MS 386-397  MO 630-659  MT 590-599  NE 680-699  NV 889-899  NH 030-038  NJ 070-089  NM 870-884
  NY 100-149  NC 270-289  ND 580-589  OH 430-459  OK 730-749  OR 970-979  PA 150-196  RI 028-029  SC 290-299  SD 570-579  TN 370-385
  TX 750-799 885  UT 840-849  VT 050-059  VA 201 220-246  WA 980-994  WV 247-269  WI 530-549  WY 820-831
  PR 006-007 009  VI 008  AA 340  AE 090-098  AP 962-966`

/** Codes of five digits that lie elsewhere than their first three say, both ends included; the same source. */
const BY_FIVE = `
  NY 00501 00544 06390  MA 05501 05544  GA 39901  WY 83414  TX 73301 73344  AS 96799  GU 96910-96929 96931-96932
  PW 96939-96940  FM 96941-96944  MP 96950-96952  MH 96960-96979`

/** Codes whose area lies in two states: the tabulation areas of the Census Bureau that cross a border and are one post office's. */
const ACROSS_BORDERS: Readonly<Record<string, readonly PostalState[]>> = {
  '02861': ['RI', 'MA'],
  '42223': ['KY', 'TN'],
  '59221': ['MT', 'ND'],
  '63673': ['MO', 'IL'],
  '71749': ['AR', 'LA'],
  '73949': ['OK', 'TX'],
  '81137': ['CO', 'NM'],
  '84536': ['UT', 'AZ'],
  '86044': ['AZ', 'UT'],
  '86515': ['AZ', 'NM'],
  '88063': ['NM', 'TX'],
  '89439': ['NV', 'CA'],
  '97635': ['OR', 'CA'],
}

/** Each number of digits of a table with its place. */
function placesIn(table: string): Map<string, PostalState> {
  const places = new Map<string, PostalState>()
  let place: PostalState | undefined
  for (const word of table.trim().split(/\s+/)) {
    const [from = '', to = from] = word.split('-')
    if (/\d/.test(from))
      for (let code = Number(from); code <= Number(to); code++)
        places.set(String(code).padStart(from.length, '0'), place!)
    else place = word as PostalState
  }
  return places
}

const tables = atFirstCall(() => ({ byThree: placesIn(BY_THREE), byFive: placesIn(BY_FIVE) }))

/** The places that have a ZIP code, the usual one first; none for a code that the US Postal Service gives to no place. */
export function placesOfZip(zip5: string): readonly PostalState[] {
  const across = ACROSS_BORDERS[zip5]
  if (across) return across
  const { byThree, byFive } = tables()
  const place = byFive.get(zip5) ?? byThree.get(zip5.slice(0, 3))
  return place ? [place] : []
}
