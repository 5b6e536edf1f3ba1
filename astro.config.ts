import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import './db/quick-imports.ts'
import { adminApp } from './src/layouts/build/admin-app.ts'
import { RESOURCES, toHash } from './src/layouts/build/content-security-policy.ts'
import { finishSite } from './src/layouts/build/finish-site.ts'
import { pageScript } from './src/layouts/build/page-script.ts'
import { plainUtilities } from './src/layouts/build/plain-utilities.ts'
import { reactRenderer, underscoreRoutes } from './src/layouts/build/routes.ts'
import { zodInBrowsers } from './src/layouts/build/zod-in-browsers.ts'
import { CONTENT_STYLE } from './src/sections/content/content-style.ts'

const [admin, scripts] = [adminApp(), pageScript()]

// Without `site`: one bundle of the code serves sites of any address. Pages have theirs from the environment.
export default defineConfig({
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 4 },
  security: { csp: { directives: [...RESOURCES], styleDirective: { hashes: [toHash(CONTENT_STYLE)] } } },
  integrations: [reactRenderer(), react(), admin, scripts, underscoreRoutes(), finishSite([admin, scripts])],
  markdown: { syntaxHighlight: false },
  vite: {
    plugins: [tailwindcss(), plainUtilities(), zodInBrowsers()],
    // Named, so that the first click while developing does not wait for a second look at the packages.
    optimizeDeps: { include: ['nanostores', '@nanostores/react', 'class-variance-authority'] },
  },
  devToolbar: { enabled: false },
})
