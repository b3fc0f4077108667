import type { DemoPage } from './demo-types.ts'

/** Pages that staff of the demo wrote. */
export const DEMO_PAGES: DemoPage[] = [
  {
    slug: 'about-our-shop',
    title: 'About our shop',
    body:
      '<p>We began with one workbench and a roll of canvas. We still test each bag in the rain before it gets a place on the shelf.</p>' +
      '<h2>What we stand for</h2>' +
      '<ul><li><p><strong>Few things, made well.</strong> A product stays when we would carry it ourselves.</p></li>' +
      '<li><p><strong>Draws that anyone can check.</strong> <a href="/fair">How we draw</a> tells what is proven and what is not.</p></li>' +
      '<li><p><strong>Plain words.</strong> The <a href="/legal">rules of the house</a> are short.</p></li></ul>' +
      '<h2>Come and see</h2>' +
      '<blockquote><p>Bring what broke. We would rather mend it than sell you another one.</p></blockquote>' +
      '<p>Begin with <a href="/store">what is in store</a>, or look at <a href="/giveaways">what can be won</a>.</p>',
  },
]
