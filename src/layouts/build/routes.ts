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
