/**
 * Letters that look like another one, each with what it looks like. Greek and Cyrillic only, since those are the scripts
 * whose letters pass for Latin ones; a name keeps to one script, so only whole-script look-alikes need this.
 * (Unicode TS 39, section 4; our own small part of its table)
 */
const LOOKS_LIKE: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  н: 'h',
  і: 'i',
  ї: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  ё: 'e',
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  σ: 'o',
  ς: 'c',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ı: 'i',
  ɑ: 'a',
  ɡ: 'g',
  ſ: 's',
  ł: 'l',
  ø: 'o',
}

/** Pairs that pass for one letter, and signs that pass for another, within ASCII. */
const PAIRS: readonly [RegExp, string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1l|]/g, 'i'],
  [/0/g, 'o'],
  [/[._-]+/g, ''],
]

/**
 * What a name looks like at a glance. Two names with one skeleton cannot be told apart by a reader: `Admin`, `admin`,
 * `аdmin` with a Cyrillic а, `adrnin` and `ad-min` share theirs.
 */
export function skeleton(name: string): string {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  const latin = Array.from(folded, (letter) => LOOKS_LIKE[letter] ?? letter).join('')
  return PAIRS.reduce((text, [look, plain]) => text.replace(look, plain), latin)
}
