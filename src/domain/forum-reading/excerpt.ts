/** The beginning of a text on one line, cut behind a word where it is longer than so many characters. */
export function excerptOf(plain: string, most: number): string {
  const signs = [...plain.replaceAll(/\s+/gu, ' ').trim()]
  if (signs.length <= most) return signs.join('')
  const cut = signs.slice(0, most).join('')
  const end = cut.lastIndexOf(' ')
  return `${(end > most / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.–-]+$/u, '')}…`
}
