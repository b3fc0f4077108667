import type { DemoReview } from '../demo-types.ts'
import { reviewsOf } from './written.ts'

/** Stickers, patches, coins, tags and drinkware. */
export const SMALL_GOODS_REVIEWS: readonly DemoReview[] = [
  ...reviewsOf('star-fort-sticker', [
    [5, 'Still on the truck', 'Nine months on the tailgate in Arizona sun and the black is still black.'],
    [5, 'Good vinyl', 'Thick, matte and easy to place. I peeled it once to straighten it and it went back down fine.'],
    [
      4,
      'Smaller than I pictured',
      'Check the size before ordering. Quality is excellent, I just wanted it for a cooler lid.',
    ],
    [5, 'Dishwasher proof', 'On my tumbler since spring, washed every other day, no lifted edges.'],
    [3, 'Fine', 'It is a nice sticker. Twenty dollars was a lot, fifteen is about right.'],
  ]),
  ...reviewsOf('garrison-wristband', [
    [5, 'Letters do not wear', 'Worn daily at work for four months. Lettering looks the same as day one.'],
    [4, 'Good pair', 'I gave the green one to my brother. Slightly loose on my wrist but it stays on.'],
    [4, 'Comfortable', 'Does not pull hair and rinses clean after the gym.'],
    [3, 'Runs large', 'Would like a smaller size. Otherwise solid.'],
  ]),
  ...reviewsOf('pvc-morale-patch', [
    [5, 'Sewn hook', 'Glad the backing is sewn. My last PVC patch peeled off its hook in a month.'],
    [5, 'Sharp detail', 'The star fort edges are crisp. Looks right on the admin pouch.'],
    [4, 'Nice patch', 'Colors match the pack. A bit stiff at first.'],
  ]),
  ...reviewsOf('embroidered-flag-patch', [
    [5, 'Tight stitching', 'No loose threads after two washes on a jacket.'],
    [4, 'Good on a cap', 'Fits the ball cap panel with a little room around it.'],
  ]),
  ...reviewsOf('challenge-coin', [
    [5, 'Heavy and clean', 'Real brass, you can hear it. The enamel is flush with the metal.'],
    [5, 'Gift for my dad', 'He carries it every day. The back is even better than the front.'],
    [5, 'Worth it', 'Two credits and a coin that feels like forty dollars. No complaints.'],
    [
      4,
      'Capsule was scratched',
      'Coin is perfect, the capsule came scuffed. Support mailed another one within the week.',
    ],
  ]),
  ...reviewsOf('dog-tags', [
    [4, 'Well made', 'Edges are smooth, the silencers fit tight.'],
    [4, 'Good chain', 'Chain is a little longer than I am used to. The lettering is deep.'],
    [3, 'No custom text', 'Nice tags, but I would pay for my own lines on them.'],
  ]),
  ...reviewsOf('enamel-camp-mug', [
    [5, 'Goes on the stove', 'Coffee straight on the burner, no chips so far.'],
    [5, 'My camp mug now', 'Holds more than it looks and the handle fits three fingers.'],
    [4, 'Handle gets hot', 'As with every enamel mug. The rolled rim is a nice touch.'],
  ]),
  ...reviewsOf('insulated-tumbler', [
    [5, 'Ice at night', 'Filled at six in the morning, ice left at nine in the evening.'],
    [5, 'Seal comes out', 'I can finally clean under the ring. Why do others not do this?'],
    [4, 'Slide lid drips', 'Not made to be tipped over, but in the truck it is perfect.'],
    [5, 'Coyote is a great color', 'The coat has grip even with wet hands.'],
  ]),
  ...reviewsOf('steel-water-bottle', [
    [5, 'Quiet base', 'The rubber sleeve makes it usable in an office.'],
    [4, 'A bit heavy', 'Solid bottle. For long hikes I take a lighter one.'],
    [4, 'No taste', 'Water tastes like water. Cap threads are smooth.'],
  ]),
]
