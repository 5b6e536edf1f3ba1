import type { AstroIntegration } from 'astro'
import { pruneShareImages, SHARE_CACHE } from '#src/domain/events/share-image.ts'

/** After a build that succeeded: forgets the share images that builds have had no use for lately. */
export function keepShareImages(): AstroIntegration {
  let startedAt = 0
  return {
    name: 'keep-share-images',
    hooks: {
      'astro:build:start': () => {
        startedAt = Date.now()
      },
      'astro:build:done': () => pruneShareImages(SHARE_CACHE, startedAt),
    },
  }
}
