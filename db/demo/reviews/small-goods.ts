import type { DemoReview } from '../demo-types.ts'
import { reviewsOf } from './written.ts'

/** Stickers, patches, coins, tags and drinkware. */
export const SMALL_GOODS_REVIEWS: readonly DemoReview[] = [
  ...reviewsOf('star-fort-sticker', [
    [
      5,
      6,
      'Marcus T.',
      'Still on the truck',
      'Nine months on the tailgate in Arizona sun and the black is still black.',
    ],
    [
      5,
      21,
      'Elena R.',
      'Good vinyl',
      'Thick, matte and easy to place. I peeled it once to straighten it and it went back down fine.',
    ],
    [
      4,
      48,
      'Josh P.',
      'Smaller than I pictured',
      'Check the size before ordering. Quality is excellent, I just wanted it for a cooler lid.',
    ],
    [5, 83, 'Priya S.', 'Dishwasher proof', 'On my tumbler since spring, washed every other day, no lifted edges.'],
    [3, 140, 'Daniel K.', 'Fine', 'It is a nice sticker. Twenty dollars was a lot, fifteen is about right.'],
  ]),
  ...reviewsOf('garrison-wristband', [
    [
      5,
      11,
      'Tasha W.',
      'Letters do not wear',
      'Worn daily at work for four months. Lettering looks the same as day one.',
    ],
    [4, 37, 'Ben H.', 'Good pair', 'I gave the green one to my brother. Slightly loose on my wrist but it stays on.'],
    [4, 96, 'Kayla M.', 'Comfortable', 'Does not pull hair and rinses clean after the gym.'],
    [3, 152, 'Omar F.', 'Runs large', 'Would like a smaller size. Otherwise solid.'],
  ]),
  ...reviewsOf('pvc-morale-patch', [
    [5, 9, 'Chris D.', 'Sewn hook', 'Glad the backing is sewn. My last PVC patch peeled off its hook in a month.'],
    [5, 44, 'Lauren B.', 'Sharp detail', 'The star fort edges are crisp. Looks right on the admin pouch.'],
    [4, 120, 'Miguel A.', 'Nice patch', 'Colors match the pack. A bit stiff at first.'],
  ]),
  ...reviewsOf('embroidered-flag-patch', [
    [5, 18, 'Grace L.', 'Tight stitching', 'No loose threads after two washes on a jacket.'],
    [4, 75, 'Ryan O.', 'Good on a cap', 'Fits the ball cap panel with a little room around it.'],
  ]),
  ...reviewsOf('challenge-coin', [
    [5, 4, 'Dwight S.', 'Heavy and clean', 'Real brass, you can hear it. The enamel is flush with the metal.'],
    [5, 29, 'Hannah V.', 'Gift for my dad', 'He carries it every day. The back is even better than the front.'],
    [5, 66, 'Andre J.', 'Worth it', 'Two credits and a coin that feels like forty dollars. No complaints.'],
    [
      4,
      131,
      'Steve N.',
      'Capsule was scratched',
      'Coin is perfect, the capsule came scuffed. Support mailed another one within the week.',
    ],
  ]),
  ...reviewsOf('dog-tags', [
    [4, 33, 'Bianca C.', 'Well made', 'Edges are smooth, the silencers fit tight.'],
    [4, 88, 'Tom G.', 'Good chain', 'Chain is a little longer than I am used to. The lettering is deep.'],
    [3, 170, 'Wes Y.', 'No custom text', 'Nice tags, but I would pay for my own lines on them.'],
  ]),
  ...reviewsOf('enamel-camp-mug', [
    [5, 14, 'Irene M.', 'Goes on the stove', 'Coffee straight on the burner, no chips so far.'],
    [5, 52, 'Paul E.', 'My camp mug now', 'Holds more than it looks and the handle fits three fingers.'],
    [4, 109, 'Naomi D.', 'Handle gets hot', 'As with every enamel mug. The rolled rim is a nice touch.'],
  ]),
  ...reviewsOf('insulated-tumbler', [
    [5, 3, 'Derek L.', 'Ice at night', 'Filled at six in the morning, ice left at nine in the evening.'],
    [5, 26, 'Sofia G.', 'Seal comes out', 'I can finally clean under the ring. Why do others not do this?'],
    [4, 58, 'Greg W.', 'Slide lid drips', 'Not made to be tipped over, but in the truck it is perfect.'],
    [5, 101, 'Aaliyah B.', 'Coyote is a great color', 'The coat has grip even with wet hands.'],
  ]),
  ...reviewsOf('steel-water-bottle', [
    [5, 16, 'Nate C.', 'Quiet base', 'The rubber sleeve makes it usable in an office.'],
    [4, 64, 'Jill T.', 'A bit heavy', 'Solid bottle. For long hikes I take a lighter one.'],
    [4, 127, 'Victor R.', 'No taste', 'Water tastes like water. Cap threads are smooth.'],
  ]),
]
