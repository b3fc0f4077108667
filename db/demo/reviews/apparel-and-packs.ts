import type { DemoReview } from '../demo-types.ts'
import { reviewsOf } from './written.ts'

/** Clothes, pouches, bags and packs. */
export const APPAREL_AND_PACKS_REVIEWS: readonly DemoReview[] = [
  ...reviewsOf('star-fort-t-shirt', [
    [5, 'Did not shrink', 'Washed warm by mistake and it still fits.'],
    [5, 'Print feels like nothing', 'You cannot feel the print on the skin. Bought two more.'],
    [4, 'True to size', 'Large fits like a large. Color is more charcoal than black.'],
    [4, 'Soft', 'Comfortable straight out of the bag. Wish there were a longer cut.'],
    [2, 'Wrong size sent', 'Got an M instead of an XL. The exchange was free and took eight days.'],
  ]),
  ...reviewsOf('star-fort-hoodie', [
    [5, 'Heavy in a good way', 'Warm enough for a November campfire without a jacket.'],
    [5, 'Cuffs spring back', 'Six months of pushing the sleeves up and the cuffs are still tight.'],
    [4, 'Size up for layers', 'Fits a T-shirt under it, not a flannel.'],
    [5, 'Best hoodie I own', 'The lined hood makes the difference in wind.'],
  ]),
  ...reviewsOf('ball-cap', [
    [5, 'Fits a big head', 'Twenty-four inches and there is strap left.'],
    [4, 'Patch swaps', 'I like that the patch comes off. The sweatband is soft.'],
    [4, 'Good shape', 'Took a week to break in the brim.'],
  ]),
  ...reviewsOf('watch-beanie', [
    [5, 'Warm and thin', 'Fits under my bike helmet.'],
    [4, 'Does not itch', 'I am picky about wool and this is fine.'],
    [3, 'Stretched a little', 'After a month it sits looser. Still warm.'],
  ]),
  ...reviewsOf('shemagh', [
    [4, 'Gets softer', 'Stiff when new, great after the third wash.'],
    [5, 'Big enough', 'Covers head and shoulders with length to tuck.'],
  ]),
  ...reviewsOf('webbing-belt', [
    [5, 'Stiff as it should be', 'Carries a full pouch without sagging.'],
    [4, 'Buckle is wide', 'Will not pass through the loops of my dress pants. Fine on everything else.'],
    [5, 'Replaced three belts', 'No holes, no stretch, opens with one hand.'],
  ]),
  ...reviewsOf('admin-pouch', [
    [5, 'Room for everything', 'Notebook, two pens, batteries, a small light and it still closes flat.'],
    [5, 'Good zippers', 'They run around the corners with one hand.'],
    [4, 'Key leash is short', 'Everything else is thought through.'],
  ]),
  ...reviewsOf('med-pouch', [
    [5, 'Rips away clean', 'I train with it weekly. The panel holds until you mean it.'],
    [5, 'Easy to lay out', 'Opens flat, everything in view. Remember that it comes empty.'],
    [5, 'EMT approved', 'Fits my own kit with room for a second pair of shears.'],
    [4, 'Handle is stiff', 'Softens with use. Material is tough.'],
  ]),
  ...reviewsOf('dump-pouch', [
    [4, 'Packs small', 'Rolls to nothing on the belt.'],
    [4, 'Good for foraging', 'Not the intended use, but the drain hole is perfect for mushrooms.'],
  ]),
  ...reviewsOf('dry-bag', [
    [5, 'Flipped the kayak', 'Everything inside was dry.'],
    [4, 'Strap clips', 'The clips are plastic and I would prefer metal. Bag is great.'],
  ]),
  ...reviewsOf('sling-bag', [
    [5, 'Swings easily', 'Camera in front in two seconds.'],
    [4, 'Either shoulder', 'Finally one that works on the left. The tablet sleeve is tight with a case on.'],
    [5, 'Daily bag', 'Four months of commuting by bus, no loose seams.'],
  ]),
  ...reviewsOf('three-day-backpack', [
    [5, 'Carries well', 'Thirty-five pounds over two days and no sore hips.'],
    [5, 'Opens like a suitcase', 'I stopped digging for socks.'],
    [5, 'Rain cover included', 'Used it the first weekend. Pocket for it is easy to reach.'],
    [4, 'Heavy empty', 'Four pounds before you put anything in. That is the price for this fabric.'],
  ]),
  ...reviewsOf('gear-duffel', [
    [5, 'Stays open', 'The U opening and base board make packing easy.'],
    [4, 'Good size for a weekend', 'End pockets take my boots, size ten.'],
    [3, 'Strap pad slides', 'The shoulder pad moves around. Bag itself is very good.'],
  ]),
]
