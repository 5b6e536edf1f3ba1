/** Stands for this site while an address is looked at: nothing is ever asked of it. */
const HERE = 'https://here.invalid'
/** Ours, as an upload answers them. (contract/medium.ts) */
const IMAGE = /^\/media\/[0-9a-f]{64}$/

/**
 * Where a link of a post leads: a web address, or a path of this site; null for everything else. Read as a browser would, so
 * that no spelling makes a path of what leads away.
 */
export function linkAddress(written: string): string | null {
  const isPath = written.startsWith('/')
  // Not `canParse`, which says yes to the name of a host of 20,000 characters that no URL is then made of.
  const url = URL.parse(written, isPath ? HERE : undefined)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (isPath) return url.origin === HERE ? `${url.pathname}${url.search}${url.hash}` : null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/** True for a picture that was uploaded here. No other is ever loaded: its host would learn who reads. */
export function isOwnImage(written: string): boolean {
  return IMAGE.test(written)
}
