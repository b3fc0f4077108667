import { html } from 'hono/html'
import type { CardErrors, CardFields } from '../payments/cards.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** Formats cents as dollars. */
export const dollars = (cents: number | null) => money.format((cents ?? 0) / 100)

export type Content = ReturnType<typeof html>

/** A whole page, for the account of that name. */
export type Page = (accountName: string) => Content

/** @param body the main content. */
export function page(title: string, body: Content): Page {
  return accountName => html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${accountName}</title>
        <link rel="stylesheet" href="/dev/stripe/pay-page.css" />
      </head>
      <body>
        <header>
          <p class="shop">${accountName}</p>
          <span class="badge">Test mode: no money moves</span>
        </header>
        ${body}
      </body>
    </html>`
}

type Field = { name: keyof CardFields; label: string; autocomplete: string; inputmode: string; placeholder: string }

const NUMBER: Field = {
  name: 'number',
  label: 'Card number',
  autocomplete: 'cc-number',
  inputmode: 'numeric',
  placeholder: '1234 1234 1234 1234',
}
const EXPIRY: Field = {
  name: 'exp',
  label: 'Expiry date',
  autocomplete: 'cc-exp',
  inputmode: 'numeric',
  placeholder: 'MM / YY',
}
const CODE: Field = {
  name: 'cvc',
  label: 'Security code',
  autocomplete: 'cc-csc',
  inputmode: 'numeric',
  placeholder: 'CVC',
}
const HOLDER: Field = {
  name: 'name',
  label: 'Name on card',
  autocomplete: 'cc-name',
  inputmode: 'text',
  placeholder: '',
}

/** The submitted values, without the security code, and their errors. */
export type Typed = { fields: CardFields; errors: CardErrors }

function fieldOf(field: Field, { fields, errors }: Typed, isFirstWrong: boolean): Content {
  const { name, label, autocomplete, inputmode, placeholder } = field
  const error = errors[name]
  // The security code is never sent back to the browser.
  const value = name === 'cvc' ? '' : fields[name]
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      inputmode="${inputmode}"
      placeholder="${placeholder}"
      maxlength="${name === 'name' ? 200 : 30}"
      required
      ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''}
      ${isFirstWrong ? 'autofocus' : ''}
    />
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
  </div>`
}

export const EMPTY: Typed = { fields: { number: '', exp: '', cvc: '', name: '' }, errors: {} }

/** The four card fields; the first invalid one has the focus. */
export function cardFields(typed: Typed): Content {
  const first = firstWrong(typed)
  const field = (which: Field) => fieldOf(which, typed, which.name === first)
  return html`${field(NUMBER)}
    <div class="pair">${field(EXPIRY)} ${field(CODE)}</div>
    ${field(HOLDER)}`
}

/** The first field with an error, in form order. */
export const firstWrong = (typed: Typed) => [NUMBER, EXPIRY, CODE, HOLDER].find(({ name }) => typed.errors[name])?.name

/** What the test cards do. */
export const testCards = html`<section aria-labelledby="cards">
  <h2 id="cards">Test cards</h2>
  <p class="hint">Any expiry date to come, any three digits as security code, any name.</p>
  <ul class="cards">
    <li><code>4242 4242 4242 4242</code> pays</li>
    <li><code>4000 0000 0000 0002</code> is declined</li>
    <li><code>4000 0000 0000 9995</code> has insufficient funds</li>
    <li><code>4000 0000 0000 0341</code> pays once; fails at renewal and when saved</li>
    <li><code>4000 0027 6000 3184</code> pays here only, even when saved</li>
    <li><code>4000 0000 0000 7726</code> pays; refunds take a while</li>
    <li><code>4000 0000 0000 5126</code> pays; refunds come back after a while</li>
  </ul>
</section>`

/**
 * The card form of a payment page, followed by the list of test cards.
 * @param total as shown on the button.
 * @param saved buttons of saved cards, above the form. @param save a box below the fields.
 */
export const payByCard = (
  typed: Typed,
  total: string,
  failure: string | null | undefined,
  saved: Content[] = [],
  save: Content | '' = '',
): Content => html`<section class="form" aria-labelledby="card">
    <h2 id="card">Pay by card</h2>
    ${failure ? html`<p class="error" role="alert">${failure}</p>` : ''}
    ${firstWrong(typed) ? html`<p class="error" role="alert">Check the marked fields. Nothing was charged.</p>` : ''}
    ${saved}
    <form method="post" novalidate>
      ${cardFields(typed)} ${save}
      <button type="submit">Pay ${total}</button>
    </form>
  </section>
  ${testCards}`

export const backLink = (href: string | null) =>
  href ? html`<footer><a class="back" href="${href}">Back to the store</a></footer>` : html``

/** A page that only shows a status. */
export function notePage(title: string, sentence: string, href: string | null): Page {
  return page(
    title,
    html`<main>
        <section>
          <h1>${title}</h1>
          <p>${sentence}</p>
        </section>
      </main>
      ${backLink(href)}`,
  )
}
