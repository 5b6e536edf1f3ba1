/** The door of this folder: what other rooms and nouns may use of wishes. */
export { readShippedWishes } from './read-shipped-wishes.ts'
