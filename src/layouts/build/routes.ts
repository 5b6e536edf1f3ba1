import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Files whose names start with an underscore: Astro takes none from the pages folder, so they are routed here. */
export function underscoreRoutes(): AstroIntegration {
  return {
    name: 'underscore-routes',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({ pattern: '/_redirects', entrypoint: './src/pages/_redirects.ts' })
        injectRoute({ pattern: '/_media/[file]', entrypoint: './src/pages/_media.ts' })
      },
    },
  }
}

/** Has Astro render React's components with `react-renderer.ts`. What browsers need of React comes from `@astrojs/react`. */
export function reactRenderer(): AstroIntegration {
  return {
    name: 'react-renderer',
    hooks: {
      'astro:config:setup': ({ addRenderer }) =>
        addRenderer({
          name: '@astrojs/react',
          clientEntrypoint: '@astrojs/react/client.js',
          serverEntrypoint: fileURLToPath(new URL('./react-renderer.ts', import.meta.url)),
        }),
    },
  }
}
