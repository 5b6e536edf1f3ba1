/** The door of this folder: what other nouns may use of the site. */

export { readBuildStatus } from './read-build-status.ts'
export { readBarFacts } from './read-navigation.ts'
export { retryBuild } from './retry-build.ts'
export { touchContent } from './touch-content.ts'
export { touchContentIf } from './touch-content-if.ts'
