/** The door of this folder: what vendors, team, locations and agenda templates have in common. */
export { hostKey, nameKey } from './keys.ts'
export { differs, requireSame, requireVersion } from './require-version.ts'
export { readUses, refuseUsed } from './uses.ts'
