/** The door of this folder: what other rooms and nouns may use of page views. */
export { withoutTokens } from './clean-path.ts'
export { prunePageViews } from './prune-page-views.ts'
export { cleanPath, recordPageView } from './record-page-view.ts'
