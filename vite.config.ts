import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What every page needs from npm. */
const FRAME = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|hono)\//
/**
 * Small parts that nearly every page draws. Rolldown adds what they import, so a part that stands on the headless library or on zod is
 * left out: its chunk comes with the screens that use it.
 */
const KIT = [
  /preload-helper/,
  /src\/(platform|kernel)\/([\w-]+\/)*(?!address-check|address-input|decimals|device-name|email|field-kinds|field-problems|field-sentences|ignored-fields|model|page-query|reason|shop-day-input|texts|us-phone|zip)[\w-]+\.tsx?$/,
  /src\/ui\/(buttons|data|feedback|layout|money|pictures|theme|time)\/(?!pagination|qr-code|table|tabs|toast-viewport)[\w-]+\.tsx?$/,
  /src\/ui\/(class-names|lazy|link|list-body|use-list)\.tsx?$/,
  /src\/ui\/forms\/(field|form-error|select-field|text-field)\.tsx$/,
  /src\/features\/(cart\/(\w+\/)?cart|pages\/contact)[\w-]*\.tsx?$/,
]

/** Dialogs and drawers with their part of the headless library: one request at the first of them instead of ten. */
const OVERLAYS = /src\/ui\/overlays\/(confirm-dialog|dialog|drawer|overlay-parts)/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    target: 'es2023',
    // Browsers that know light-dark() themselves (docs/decisions/0002-themes.md): rewritten for older ones, a part of a page could
    // not turn dark on its own.
    cssTarget: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A chunk of its own for each small module shared by two pages is a request each, and on a phone each costs a round trip.
            codeSplitting: {
              groups: [
                { name: 'frame', test: FRAME, priority: 2 },
                { name: 'kit', test: id => KIT.some(part => part.test(id)), minShareCount: 2, priority: 1 },
                { name: 'overlays', test: OVERLAYS, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
})
