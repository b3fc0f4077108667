import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What every page needs from npm. */
const FRAME = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|hono)\//
/** Small parts that nearly every page draws; what stands on the headless library or on zod, and forms, come with those who use them. */
const KIT =
  /src\/((?:platform|kernel)\/(\w+\/)*(?!device-name|field-problems|ignored-fields|page-query|reason|shop-day-input)|features\/cart\/(\w+\/)?cart|features\/pages\/contact|ui\/(?!staff-kit)([\w-]+\/)*(?!confirm-dialog|dialog|drawer|menu|overlay-|tabs|toast-viewport|table|[\w-]*field|form-error|number-stepper|pagination))[\w-]+\.tsx?/

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
                { name: 'kit', test: KIT, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
})
