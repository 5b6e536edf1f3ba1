import type { Plugin } from 'vite'

/** A change of a file of zod: what it is for, what is replaced, and by what. */
type Change = { file: RegExp; found: RegExp; instead: string }

const CLASSIC = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const CHANGES: Change[] = [
  // Objects read without code made from text. Our policy forbids that, and its mere try would be reported as a violation.
  // Schemas read the setting while they are made, before any module of ours could call `z.config`. (security HD2)
  {
    file: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/,
    found: /__zod_globalConfig = \{\}/g,
    instead: '__zod_globalConfig = { jitless: true }',
  },
  { file: CLASSIC, found: /core\.\$ZodObjectJIT\.init/g, instead: 'core.$ZodObject.init' },
  // No page describes a schema as JSON Schema: a fifth of the bytes.
  {
    file: CLASSIC,
    found: /inst\._zod\.processJSONSchema = .* => processors\.\w+\(inst, ctx, json, params\);/g,
    instead: '',
  },
  { file: CLASSIC, found: /createStandardJSONSchemaMethod\(this, "(?:in|out)put"\)/g, instead: 'undefined' },
  { file: CLASSIC, found: /return createToJSONSchemaMethod\(this, \{\}\)\(params\);/g, instead: '' },
]

/**
 * Gives browsers the zod that they need: without code made from text, and without the writer of JSON Schema, which functions
 * use. Should zod be written differently one day the build stops here. (decision 0019, architecture 9)
 */
export function zodInBrowsers(): Plugin {
  return {
    name: 'zod-in-browsers',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const changes = CHANGES.filter(({ file }) => file.test(id.split('?')[0] ?? ''))
      if (changes.length === 0) return null
      const changed = changes.reduce((text, { found, instead }) => {
        const next = text.replace(found, instead)
        if (next === text) throw new Error(`zod is written differently now: see ${found} in src/layouts/build.`)
        return next
      }, code)
      return { code: changed, map: null }
    },
  }
}
