/** The shapes of the demo data. Money is whole cents, days count from the moment of seeding, pictures go by their name. */

export type DemoTier = 'Bronze' | 'Silver' | 'Gold' | 'Platinum'

/** One picture of `pictures.json`. Its files are `<name>-<width>.avif` and `.webp` for each width. */
export type DemoPicture = {
  name: string
  kind: 'product' | 'prize' | 'hero' | 'hero-phone' | 'stage' | 'step' | 'tier' | 'medal'
  /** `products` and `giveaways` lie under `db/demo/pictures/` and go into the file storage; `pictures` lies under `public/`. */
  folder: string
  widths: readonly number[]
  /** Pixels of the picture the files were made from; only their ratio matters to a page. */
  width: number
  height: number
  alt: string
  /** Data URI of a blurred thumbnail. */
  placeholder: string
}

export type DemoVariant = {
  sku: string
  /** What the shopper chooses; none for a product that comes in one form. */
  options: { size?: string; color?: string }
  stock: number
  /** Picture shown when this variant is chosen; must be among the product's pictures. */
  pictureName?: string
}

export type DemoProduct = {
  slug: string
  name: string
  description: string
  tier: DemoTier
  priceCents: number
  salePriceCents: number | null
  /** Credits of the product's tier that one unit earns. */
  entries: number
  category: string
  displayOrder: number | null
  pictures: readonly string[]
  features: readonly string[]
  specifications: Readonly<Record<string, string>>
  variants: readonly DemoVariant[]
  /** A membership: billed again every interval, never mixed with one-time goods. */
  isSubscription: boolean
  interval: 'month' | 'year'
  /** How often it is bought, compared with the other products. */
  popularity: number
}

export type DemoReview = {
  product: string
  rating: 1 | 2 | 3 | 4 | 5
  title: string
  body: string
}

export type DemoGiveaway = {
  slug: string
  title: string
  description: string
  tier: DemoTier
  valueCents: number
  totalSlots: number
  entryLimit: number
  pictures: readonly string[]
  subscriptionVisibilityOnly: boolean
  startsInDays: number
  /** null: stays open until it is sold out. */
  endsInDays: number | null
  /** Slots taken at seeding. */
  fill: number
  state:
    | 'upcoming-early-access'
    | 'upcoming'
    | 'members-only'
    | 'open'
    | 'nearly-full'
    | 'sold-out'
    | 'ended-won'
    | 'ended-awaiting-draw'
}

export type DemoAddress = {
  line1: string
  line2: string | null
  city: string
  state: string
  postalCode: string
  country: 'US'
}

export type DemoUser = {
  name: string
  email: string
  /** E.164. */
  phone: string
  /** YYYY-MM-DD. */
  birthDate: string
  address: DemoAddress
  isAdmin: boolean
  isSubscriber: boolean
  joinedDaysAgo: number
}

export type DemoOrderLine = {
  product: string
  sku: string
  quantity: number
  unitPriceCents: number
}

export type DemoOrder = {
  /** E-mail of the buyer. */
  person: string
  placedAt: Date
  lines: readonly DemoOrderLine[]
  outcome: 'paid' | 'cancelled' | 'declined' | 'refunded'
  /** null: not yet, or never, because the order was not paid. */
  shippedAt: Date | null
  deliveredAt: Date | null
}

/** A message to the support desk, and its history. */
export type DemoTicket = {
  kind: 'support' | 'general'
  /** The e-mail of a demo customer. */
  from: string
  subject: string
  message: string
  priority: 'low' | 'medium' | 'high'
  status: 'open' | 'in-progress' | 'closed' | 'new' | 'reviewed'
  hoursAgo: number
  /** In their order. */
  posts: readonly { by: 'writer' | 'staff'; kind: 'message' | 'answer' | 'note'; body: string; hoursAfter: number }[]
}

/** A page of staff; `body` is HTML. */
export type DemoPage = { slug: string; title: string; body: string }

export type DemoReply = { name: string; body: string }
