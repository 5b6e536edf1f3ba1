import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import type { AstroIntegration } from 'astro'
import { defineConfig } from 'astro/config'

const SHELLS = ['account', 'admin', 'auth', 'forum', 'preview']

/** The pages without an event in them, whose scripts are most of the work of a small build; left out where `BARE_SHELLS` is `none`. */
const shells = (): AstroIntegration => ({
  name: 'shells',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      if (process.env.BARE_SHELLS === 'none') return
      for (const name of SHELLS) injectRoute({ pattern: `/${name}`, entrypoint: `./src/shells/${name}.astro` })
    },
  },
})

/** Astro as it comes: the reference for how long a build takes. The bench gives it its root and a place for its caches. */
export default defineConfig({
  cacheDir: process.env.BARE_CACHE ?? '../../node_modules/.cache/bare-astro',
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 4 },
  integrations: [react(), shells()],
  markdown: { syntaxHighlight: false },
  vite: { plugins: [tailwindcss()] },
  devToolbar: { enabled: false },
})
