/** Order lines of the previews of e-mails: one piece was refunded, and one is late. */
export const PREVIEW_LINES = [
  {
    position: 1,
    productId: '11',
    variantId: '12',
    name: 'Range Tee',
    options: { Size: 'L', Colour: 'Coyote' },
    image: null,
    tier: 'Silver' as const,
    entries: 2,
    listCents: 3000,
    saleCents: null,
    quantity: 3,
    backordered: 1,
    discountCents: 500,
    refunded: 1,
  },
]
