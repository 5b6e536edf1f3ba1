/** The pattern of a UUID, to build other patterns of. Its letters are lowercase. */
export const UUID_PATTERN = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i')

/** True for a UUID of any version, in lowercase or capitals. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
