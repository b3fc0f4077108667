import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

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
})
