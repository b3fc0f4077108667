import Bowser from 'bowser'

/** Bowser's name → the name that people use. */
const SHORT: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  macOS: 'Mac',
  'Chrome OS': 'ChromeOS',
}
/** Any other name is a word of the user agent itself, which the sender chooses. */
const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set<string>([...Object.values(Bowser.OS_MAP), 'iPhone', 'iPad', 'iPod'])
const LONGEST_USER_AGENT = 512

/**
 * The common name of a device from its user agent: "Chrome on Windows", "Safari on iPhone".
 * @param unknown the name when neither browser nor system is known.
 */
export function deviceName(userAgent = '', unknown = 'Unknown device'): string {
  // Bowser throws on an empty text.
  if (userAgent === '') return unknown
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT))
  const known = BROWSERS.has(browser.name ?? '') ? browser.name : undefined
  // iPhone and iPad say more than their system, iOS.
  const named = os.name === 'iOS' ? (platform.model ?? os.name) : os.name
  const system = SYSTEMS.has(named ?? '') ? named : undefined
  if (!known && !system) return unknown
  return [known ?? 'Browser', system]
    .filter(name => name !== undefined)
    .map(name => SHORT[name] ?? name)
    .join(' on ')
}
