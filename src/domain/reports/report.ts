/** The door of this folder: what other rooms and nouns may use of reports. */
export { type Telling, tellShipped, tellStatus } from './tell-reporters.ts'
