/**
 * What Node is given to build the site, seen from the project's folder, before the folder to build into. Such a process has a short life with much
 * garbage: the more of it is young when it is collected, the less of it is copied.
 */
export const BUILD_SITE = [
  '--max-semi-space-size=64',
  '--import',
  './db/quick-imports.ts',
  'src/layouts/build/build-site.ts',
]
