/**
 * Words of shoppers that the shop calls otherwise. To the left what products are called; to the right what shoppers say, separated by commas.
 * A plural needs no entry. The search shows products with the shopper's own words first, then these.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  // Apparel.
  hoodie: 'sweatshirt, hooded sweatshirt, hoody, pullover, jumper, sweater, fleece',
  shirt: 'tee, tshirt, tee shirt, t shirt',
  cap: 'hat, baseball cap, baseball hat, snapback, ballcap, trucker hat, headwear',
  beanie: 'hat, wool hat, knit cap, watch cap, toque, skull cap, winter hat, headwear',
  shemagh: 'scarf, keffiyeh, neck wrap, bandana, neckerchief, face cover',
  belt: 'waistband, riggers belt, duty belt',
  apparel: 'clothes, clothing, wear, garment, merch, outfit',
  // Patches, stickers and keepsakes.
  sticker: 'decal, label, vinyl',
  patch: 'badge, emblem, velcro patch, insignia',
  wristband: 'rubber bracelet, silicone bracelet, armband',
  bracelet: 'wristlet, survival bracelet',
  coin: 'medallion, token, keepsake, collectible',
  'dog tags': 'dogtag, id tag, necklace, military tag, pendant',
  // Packs and pouches.
  backpack:
    'rucksack, ruck, knapsack, daypack, day pack, bookbag, bug out bag, go bag, assault pack, pack, bag, hiking bag, school bag',
  duffel: 'duffle, duffle bag, duffel bag, gym bag, holdall, kit bag, range bag, travel bag, luggage, bag',
  'sling bag': 'sling pack, crossbody, shoulder bag, messenger bag, fanny pack, edc bag',
  'dry bag': 'waterproof bag, dry sack, roll top, rolltop, kayak bag',
  pouch: 'molle, organizer, organiser, pocket, holder',
  'med pouch': 'ifak, first aid, first aid kit, medical, medic, medkit, trauma kit',
  'admin pouch': 'organizer, organiser, map case',
  'dump pouch': 'drop pouch, magazine pouch, mag pouch',
  // Drinkware and camp.
  mug: 'cup, coffee cup, coffee mug, tin cup',
  tumbler: 'cup, travel mug, thermos, flask, insulated cup, yeti',
  'water bottle': 'canteen, flask, thermos, hydration, drinking bottle',
  drinkware: 'drink, beverage',
  cooler: 'ice chest, icebox, ice box, esky, cool box, ice cooler, yeti',
  'camp kitchen': 'stove, cookware, cooking, cook set, pots, pan, mess kit, burner, cookset',
  tent: 'shelter, camping tent, dome',
  'jerry can': 'gas can, fuel can, petrol can, gasoline, fuel, jerrycan, fuel canister',
  'recovery kit': 'tow strap, tow rope, winch, offroad, off road, towing',
  camp: 'camping, outdoor, outdoors, hiking',
  // Lights and electronics.
  flashlight: 'torch, flash light, edc light, tactical light, handheld light, lamp',
  headlamp: 'head torch, headlight, head light, forehead lamp',
  lantern: 'camping light, camping lamp, camp light, tent light, lamp',
  'power bank': 'charger, battery pack, portable charger, phone charger, external battery, usb charger, battery',
  'power station':
    'generator, solar generator, portable battery, backup battery, backup power, charger, inverter, battery',
  'night vision': 'nvg, nods, nvd, night scope, thermal, infrared goggles, night goggles',
  monocular: 'scope, spotting scope, binocular, optic, optics, telescope, spyglass',
  // Tools and cases.
  multitool: 'leatherman, pliers, pocket knife, knife, swiss army knife, screwdriver, gerber',
  carabiner: 'karabiner, clip, snap hook, d ring, biner',
  paracord: 'parachute cord, rope, 550 cord, cordage',
  notebook: 'journal, notepad, note pad, diary, write in the rain, memo book, sketchbook',
  compass: 'navigation, orienteering, direction finder',
  'hard case': 'pelican, pelican case, waterproof case, box, storage box, camera case, equipment case, rugged case',
  'security cabinet': 'safe, strongbox, vault, gun safe, locker, lockbox, lock box',
  kit: 'bundle, set, gift set, gift box, starter kit',
  membership: 'subscription, subscribe, member, vip, club, plan',
  // Colors and sizes.
  coyote: 'desert tan, brown, khaki',
  tan: 'beige, sand, khaki',
  'ranger green': 'army green, military green, od green, green',
  olive: 'od green, olive drab, green',
  '2xl': 'xxl',
  '3xl': 'xxxl',
  s: 'small',
  m: 'medium',
  l: 'large',
  xl: 'extra large',
}

/** Words that narrow nothing in this store. */
export const IDLE_WORDS: ReadonlySet<string> = new Set(
  'a an and any are at best buy cheap color colour for from good in is it me men mens my new of on one or our shop sale size sz some that the this to tactical with women womens your'.split(
    ' ',
  ),
)

export type Synonym = { said: readonly string[]; means: readonly string[] }

export const SYNONYMS: readonly Synonym[] = Object.entries(MEANINGS).flatMap(([means, said]) =>
  said.split(', ').map(words => ({ said: words.split(' '), means: means.split(' ') })),
)
