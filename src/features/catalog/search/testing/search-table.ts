/**
 * What shoppers type in the demo store, and the products that they expect first, in order. A position with several names takes any of them,
 * each product once. A row with fewer than three positions names every product that the store sells under the words.
 */
export type SearchRow = readonly [query: string, ...first: string[]]

const IN_COYOTE = 'Star-Fort Hoodie|Ball Cap|Webbing Belt|Insulated Tumbler|Med Pouch|Admin Pouch|Three-Day Backpack'
const IN_RANGER_GREEN =
  'Star-Fort Hoodie|Webbing Belt|Insulated Tumbler|Med Pouch|Admin Pouch|Three-Day Backpack|Shemagh'
const POUCHES = 'Admin Pouch|Med Pouch|Dump Pouch'
const PATCHES = 'PVC Morale Patch|Embroidered Flag Patch'
const HATS = 'Ball Cap|Watch Beanie'
const LIGHTS = 'Flashlight|Headlamp|Camp Lantern'
const CASES = 'Hard Case|Loaded Gear Case'
const MEMBERSHIPS = 'Premium Membership, Monthly|Premium Membership, Yearly'
const BAGS = 'Sling Bag|Dry Bag, 20 L'
const POWER = 'Rugged Power Bank|Portable Power Station'
const CAMP = 'Camp Lantern|Camp Kitchen Set|Enamel Camp Mug'
const EXPEDITION = 'Expedition Tent|Expedition Cooler'
const BOTTLES = 'Steel Water Bottle|Insulated Tumbler'
const STAR_FORT = 'Star-Fort Sticker|Star-Fort T-Shirt|Star-Fort Hoodie'

export const SEARCHES: readonly SearchRow[] = [
  // Names and their words.
  ['hoodie', 'Star-Fort Hoodie'],
  ['sticker', 'Star-Fort Sticker'],
  ['star fort', STAR_FORT, STAR_FORT, STAR_FORT],
  ['pouch', POUCHES, POUCHES, POUCHES],
  ['tent', 'Expedition Tent'],
  ['expedition', EXPEDITION, EXPEDITION],
  ['flashlight', 'Flashlight'],
  ['case', CASES, CASES],
  ['patch', PATCHES, PATCHES],
  ['kit', 'Field Kit', 'Jerry Can and Recovery Kit'],
  ['belt', 'Webbing Belt'],
  ['membership', MEMBERSHIPS, MEMBERSHIPS],
  ['night vision', 'Night Vision Monocular'],
  ['dog tags', 'Dog Tags on Ball Chain'],
  ['jerry can', 'Jerry Can and Recovery Kit'],
  ['mug', 'Enamel Camp Mug'],
  // Plural and singular.
  ['hoodies', 'Star-Fort Hoodie'],
  ['patches', PATCHES, PATCHES],
  ['pouches', POUCHES, POUCHES, POUCHES],
  ['batteries', POWER, POWER],
  ['stickers', 'Star-Fort Sticker'],
  ['dog tag', 'Dog Tags on Ball Chain'],
  ['tents', 'Expedition Tent'],
  ['bags', BAGS, BAGS],
  ['caps', 'Ball Cap'],
  ['lanterns', 'Camp Lantern'],
  // Variants: colors and sizes.
  ['coyote', IN_COYOTE, IN_COYOTE, IN_COYOTE],
  ['coyote hoodie', 'Star-Fort Hoodie'],
  ['hoodie coyote', 'Star-Fort Hoodie'],
  ['ranger green', IN_RANGER_GREEN, IN_RANGER_GREEN, IN_RANGER_GREEN],
  ['green hoodie', 'Star-Fort Hoodie'],
  ['coyote backpack', 'Three-Day Backpack'],
  ['ranger green pouch', 'Admin Pouch|Med Pouch', 'Admin Pouch|Med Pouch'],
  ['olive cap', 'Ball Cap'],
  ['tan scarf', 'Shemagh'],
  ['hoodie xl', 'Star-Fort Hoodie'],
  ['t-shirt size m', 'Star-Fort T-Shirt'],
  ['3xl', 'Star-Fort T-Shirt|Star-Fort Hoodie|Webbing Belt', 'Star-Fort T-Shirt|Star-Fort Hoodie|Webbing Belt'],
  // Synonyms.
  ['sweatshirt', 'Star-Fort Hoodie'],
  ['tee', 'Star-Fort T-Shirt'],
  ['tees', 'Star-Fort T-Shirt'],
  ['tshirt', 'Star-Fort T-Shirt'],
  ['rucksack', 'Three-Day Backpack'],
  ['ruck', 'Three-Day Backpack'],
  ['bag', BAGS, BAGS, 'Three-Day Backpack|Gear Duffel'],
  ['hat', HATS, HATS],
  ['torch', 'Flashlight'],
  ['lamp', 'Headlamp', 'Camp Lantern|Flashlight', 'Camp Lantern|Flashlight'],
  ['light', LIGHTS, LIGHTS, LIGHTS],
  ['cup', 'Enamel Camp Mug|Insulated Tumbler', 'Enamel Camp Mug|Insulated Tumbler'],
  ['canteen', 'Steel Water Bottle'],
  ['thermos', BOTTLES, BOTTLES],
  ['ice chest', 'Expedition Cooler'],
  ['safe', 'Security Cabinet'],
  ['charger', POWER, POWER],
  ['battery pack', 'Rugged Power Bank'],
  ['generator', 'Portable Power Station'],
  ['first aid', 'Med Pouch'],
  ['ifak', 'Med Pouch'],
  ['nvg', 'Night Vision Monocular'],
  ['leatherman', 'Pocket Multitool'],
  ['knife', 'Pocket Multitool'],
  ['keffiyeh', 'Shemagh'],
  ['journal', 'Field Notebook with Pen'],
  ['stove', 'Camp Kitchen Set'],
  ['subscription', MEMBERSHIPS, MEMBERSHIPS],
  ['gas can', 'Jerry Can and Recovery Kit'],
  ['decal', 'Star-Fort Sticker'],
  // Typing errors.
  ['hodie', 'Star-Fort Hoodie'],
  ['cyote', IN_COYOTE, IN_COYOTE, IN_COYOTE],
  ['cyote hodie', 'Star-Fort Hoodie'],
  ['stikcer', 'Star-Fort Sticker'],
  ['bakpak', 'Three-Day Backpack'],
  ['flashligth', 'Flashlight'],
  ['karabiner', 'Locking Carabiner'],
  ['carabeener', 'Locking Carabiner'],
  ['beenie', 'Watch Beanie'],
  ['tumblr', 'Insulated Tumbler'],
  ['swetshirt', 'Star-Fort Hoodie'],
  ['monoculer', 'Night Vision Monocular'],
  ['duffle', 'Gear Duffel'],
  ['wirstband', 'Garrison Wristband'],
  ['thre day bakpack', 'Three-Day Backpack'],
  ['multitol', 'Pocket Multitool'],
  ['tnet', 'Expedition Tent'],
  // Words in any order, apart and together.
  ['bottle water steel', 'Steel Water Bottle'],
  ['fort star shirt', 'Star-Fort T-Shirt'],
  ['pouch for medical', 'Med Pouch'],
  ['powerbank', 'Rugged Power Bank'],
  ['head lamp', 'Headlamp'],
  ['back pack', 'Three-Day Backpack'],
  ['drybag', 'Dry Bag, 20 L'],
  ['multi tool', 'Pocket Multitool'],
  ['the tent', 'Expedition Tent'],
  // The beginning of the last word, as one types.
  ['hoo', 'Star-Fort Hoodie'],
  ['back', 'Three-Day Backpack'],
  ['coyote ho', 'Star-Fort Hoodie'],
  ['insul', 'Insulated Tumbler'],
  ['sweatsh', 'Star-Fort Hoodie'],
  ['camp', CAMP, CAMP, CAMP],
  ['par', 'Paracord Bracelet'],
  ['comp', 'Field Compass'],
  // Nothing has all the words: the nearest.
  ['coyote tent', 'Expedition Tent'],
  ['fleece bottle', 'Steel Water Bottle'],
  ['hodi', 'Star-Fort Hoodie'],
  ['led headlamp', 'Headlamp'],
]
