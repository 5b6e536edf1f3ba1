import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

/** Astro as it comes: the reference for how long a build takes. The bench gives it its root and a place for its caches. */
export default defineConfig({
  cacheDir: process.env.BARE_CACHE ?? '../../node_modules/.cache/bare-astro',
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 4 },
  integrations: [react()],
  markdown: { syntaxHighlight: false },
  vite: { plugins: [tailwindcss()] },
  devToolbar: { enabled: false },
})
