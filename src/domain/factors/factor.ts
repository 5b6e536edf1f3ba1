/** The door of this folder: what other rooms and nouns may use of factors. */
export { listFactors, readOwed } from './list-factors.ts'
