/**
 * The arguments of Node that build the site, from the project's folder; the folder to build into follows them, and `--links-for-next` where
 * the next build runs on the same disk. A build is short and makes much garbage: with a young generation that is larger from the beginning, less of
 * it is copied. With one that is larger still, a build uses memory that the system has to provide first, which takes longer than the copying.
 */
export const BUILD_SITE = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--import',
  './db/quick-imports.ts',
  'src/layouts/build/build-site.ts',
]
