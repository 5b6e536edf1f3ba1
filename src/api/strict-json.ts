import { isStorable } from '#src/contract/text.ts'

/** Deeper than any body we take, and shallow enough for whoever walks it. */
const DEEPEST = 20

/** Names that mean something to JavaScript itself. */
const POISONOUS = new Set(['__proto__', 'constructor', 'prototype'])

/** Strings and the marks that give a JSON text its shape. Only ever run over text that is known to be JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * The value of a JSON text, without the leniency of `JSON.parse`: a name twice in one object, a name JavaScript gives a
 * meaning, nesting beyond 20 levels, NUL and halves of surrogate pairs are refused. Throws SyntaxError. (security IV2, IV3)
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  refuseTraps(text)
  return value
}

/** Walks the tokens once. `names` holds, for each level, the names seen in an object, or null inside an array. */
function refuseTraps(json: string): void {
  const levels: (Set<string> | null)[] = []
  let isName = false
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (levels.push(token === '{' ? new Set() : null) > DEEPEST) throw new SyntaxError('Nested too deeply')
    } else if (token === '}' || token === ']') levels.pop()
    else if (token.startsWith('"')) checkString(token, isName ? levels.at(-1) : null)
    isName = (token === '{' || token === ',') && levels.at(-1) instanceof Set
  }
}

function checkString(token: string, names: Set<string> | null | undefined): void {
  const text = token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1)
  if (!isStorable(text)) throw new SyntaxError('Text that cannot be stored')
  if (!names) return
  if (names.has(text) || POISONOUS.has(text)) throw new SyntaxError('A name that may not stand here')
  names.add(text)
}
