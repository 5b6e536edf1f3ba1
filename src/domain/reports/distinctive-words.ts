const SHORTEST = 4
const WORDS_OF_EACH = 8
/** Words as long as this meet in other forms too: `buttons` and `button`, `registering` and `registered`. */
const HAS_FORMS = 6
const ENDING = 2

/**
 * The words by which a report can be found among others, as beginnings: the eight longest of its title, then the eight
 * longest further ones of its description. Short ones say little, and there are too many of them.
 */
export function distinctiveWords({ title, description }: { title: string; description: string }): string[] {
  const first = longestOf(title).slice(0, WORDS_OF_EACH)
  const more = longestOf(description).filter((word) => !first.includes(word))
  return [...first, ...more.slice(0, WORDS_OF_EACH)]
}

function longestOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const stems = words.filter((word) => word.length >= SHORTEST).map(stemOf)
  return [...new Set(stems)].toSorted((a, b) => b.length - a.length)
}

function stemOf(word: string): string {
  return word.length < HAS_FORMS ? word : word.slice(0, -ENDING)
}
