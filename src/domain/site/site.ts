/** The door of this folder: what other nouns may use of the site. */
export { touchContent } from './touch-content.ts'
