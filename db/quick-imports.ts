import { registerHooks } from 'node:module'

/**
 * To find out whether a file is a module, Node 24 parses the whole package.json of its package again for every import
 * in it. Drizzle's lists 447 entry points in 180 kB and its files import each other 450 times: half a second of work
 * and 150 MB of garbage at every start. Its own imports name files, so here they are resolved directly. Import this
 * file before anything loads the database client.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '' } = context
    const isDrizzleOwn = /^\.\.?\/.*\.js$/.test(specifier) && /\/node_modules\/drizzle-orm\/.*\.js$/.test(parentURL)
    if (!isDrizzleOwn) return next(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
