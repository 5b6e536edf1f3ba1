import type { Plugin } from 'vite'

const CONFIG = /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/
const EMPTY = '__zod_globalConfig = {}'

/**
 * Tells zod in browsers that it may not make code from text: our policy forbids that, and its mere try would be reported as
 * a violation. Schemas read the setting while they are made, before any module of ours could call `z.config`. Should zod be
 * written differently one day the build stops here. (security HD2)
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!CONFIG.test(id.split('?')[0] ?? '')) return null
      if (!code.includes(EMPTY)) throw new Error('zod keeps its settings elsewhere now: see src/layouts/build.')
      return { code: code.replace(EMPTY, '__zod_globalConfig = { jitless: true }'), map: null }
    },
  }
}
