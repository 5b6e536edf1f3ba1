/**
 * The `Idempotency-Key` of a draft: its draft's name, and a checksum of what is sent. So the same words sent again after a
 * lost answer are stored once, even from another tab, and words that were changed meanwhile are not mistaken for them.
 * (security DB3)
 */
export function submissionKey(name: string, input: object): string {
  return `${name}-${checksum(JSON.stringify(input))}`
}

/** FNV-1a over UTF-16 code units, in eight hexadecimal digits. It tells versions of one text apart; it keeps no secret. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
