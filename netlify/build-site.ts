/**
 * The arguments of Node that build the site, from the project's folder; the folder to build into follows them, and `--links-for-next` where
 * the next build runs on the same disk. A build is short and makes much garbage: with a young generation that is large from the beginning, less of
 * it is copied.
 */
export const BUILD_SITE = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--import',
  './db/quick-imports.ts',
  'src/layouts/build/build-site.ts',
]
