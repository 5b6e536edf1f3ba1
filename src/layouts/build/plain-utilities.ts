import type { Plugin } from 'vite'

/** Variables through which Tailwind lets one utility change another, each with what it is where nobody sets it. */
const VARIABLES = { 'border-style': 'solid', leading: null, 'font-weight': null, 'outline-style': null } as const

/**
 * Takes Tailwind's variables out of a public style sheet where every page would carry them for nothing: a border is solid unless
 * its own utility says otherwise, and no size of text brings a line height. With the last of them goes the registration of all,
 * which is a tenth of a page's style. (decision 0067)
 */
export function plainUtilities(): Plugin {
  return {
    name: 'plain-utilities',
    apply: 'build',
    transform: (code, id) => (/\/src\/styles\/[\w-]+\.css$/.test(id) ? { code: toPlain(code), map: null } : undefined),
  }
}

/** The style sheet without the variables that no rule needs. Others stay, with their registration. */
export function toPlain(css: string): string {
  let plain = css
  for (const [name, initial] of Object.entries(VARIABLES)) {
    if (initial !== null) plain = plain.replaceAll(`var(--tw-${name})`, initial)
    if (plain.includes(`var(--tw-${name}`)) continue
    plain = plain
      .replaceAll(new RegExp(`@property --tw-${name}\\s*\\{[^}]*\\}\\s*`, 'g'), '')
      .replaceAll(new RegExp(`--tw-${name}:[^;}]*;?`, 'g'), '')
  }
  return plain.replace(/@layer properties\s*\{\s*@supports[^{]*\{\s*\*[^{]*\{\s*\}\s*\}\s*\}\s*/, '')
}
