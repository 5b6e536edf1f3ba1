import { purgeCache } from '@netlify/functions'

/** The cache in front of the site, as those who change pages see it. */
export type PageCache = {
  /** Forgets every page that carries one of these tags. Throws a sentence when that could not be asked for. */
  purge: (tags: readonly string[]) => Promise<void>
}

/** Netlify's own. Its address, its site and the right to purge are found in the environment of the function. */
export const netlifyPageCache: PageCache = {
  purge: async (tags) => {
    try {
      await purgeCache({ tags: [...tags] })
    } catch (cause) {
      throw new Error('The cache could not be asked to forget pages.', { cause })
    }
  },
}
