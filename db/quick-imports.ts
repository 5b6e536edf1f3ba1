import { enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module'
import { resolve } from 'node:path'

/** Where our own files import an entry point of Drizzle from: it is the same for all of them. */
const entries = new Map<string, ResolveFnOutput>()

/**
 * To find out what an import leads to, Node 24 reads and parses the whole package.json of its package, for every import of the
 * package and every one in it. Drizzle's lists 447 entry points in 180 kB, its files import each other 450 times, and ours import
 * some of them 140 times: nearly a second of work and 150 MB of garbage at every start. Its own imports name files, so here they
 * are resolved directly, and an entry point is looked up once. Import this file before anything loads the database client.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '', conditions = [] } = context
    if (/^\.\.?\/.*\.js$/.test(specifier) && /\/node_modules\/drizzle-orm\/.*\.js$/.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    const isOurs = specifier.startsWith('drizzle-orm') && !parentURL.includes('/node_modules/')
    if (!isOurs || !conditions.includes('import')) return next(specifier, context)
    const known = entries.get(specifier)
    if (known) return { ...known, shortCircuit: true }
    const found = next(specifier, context)
    entries.set(specifier, found)
    return found
  },
})

/**
 * Stripping types and compiling take a seventh of the processor time of a build that keeps its pages. What is compiled is kept for the next
 * process, on hosts in the folder that they keep between builds. Where `NODE_COMPILE_CACHE` names a folder, it is in force already.
 */
enableCompileCache(resolve('node_modules/.cache/compiled'))
