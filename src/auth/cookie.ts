/**
 * Every value that a request sends under exactly this name, compared byte by byte. A browser lets another host of our domain set
 * a cookie whose name merely looks like ours, such as one with a U+00A0 in front. (RFC 6265bis section 5.7)
 */
export function cookiesNamed(headers: Headers, name: string): string[] {
  const start = `${name}=`
  const pairs = headers.get('Cookie')?.split(';') ?? []
  return pairs
    .map(withoutBlanks)
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
}

/** The value of the one cookie of this name. Undefined if there are two, because it is unknown which of them we set. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const [value, ...others] = cookiesNamed(headers, name)
  return others.length === 0 ? value : undefined
}

/** The attributes of every cookie we set: for this host alone, and over https wherever the site has it. */
export function cookieAttributes(seconds: number, siteUrl: string): string {
  return `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(siteUrl) ? '; Secure' : ''}`
}

/** `__Host-` binds a cookie to https and this host; only http on this machine omits it. (security SE1) */
export function hostCookieName(name: string, siteUrl: string): string {
  return isSecure(siteUrl) ? `__Host-${name}` : name
}

function isSecure(siteUrl: string): boolean {
  return siteUrl.startsWith('https:')
}

/** Without surrounding blanks and tabs. `trim` would also remove a U+00A0, which can be part of a name. */
function withoutBlanks(pair: string): string {
  let [start, end] = [0, pair.length]
  while (start < end && isBlank(pair[start])) start += 1
  while (end > start && isBlank(pair[end - 1])) end -= 1
  return pair.slice(start, end)
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\t'
}
