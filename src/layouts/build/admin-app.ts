import type { Plugin } from 'vite'
import type { FixedFiles } from './finish-site.ts'
import { ADMIN_ENTRY, type PackedAdmin, packAdmin, writeAdmin } from './pack-admin.ts'

const ADDRESSES = 'virtual:admin-app'
const RESOLVED = `\0${ADDRESSES}`
/** While developing: what React's refresh wants to find before any component is loaded, then the app. */
const DEV_ENTRY = '/@admin-app'

/**
 * Offers `virtual:admin-app`, the addresses of the admin area's script, to its page. A build packs the area beside Astro's own
 * work, or takes it as the build before packed it; `npm run dev` serves its source. (decision 0035)
 */
export function adminApp(): FixedFiles {
  let packing: Promise<PackedAdmin> | undefined
  return {
    name: 'admin-app',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') packing = packAdmin()
        // A failure is thrown where the result is awaited. Until then it must not count as an unhandled rejection.
        packing?.catch(() => {})
        updateConfig({ vite: { plugins: [addresses(() => packing)] } })
      },
    },
    writeFiles: async (outDir) => {
      if (packing) await writeAdmin(await packing, outDir)
    },
  }
}

function addresses(packed: () => Promise<PackedAdmin> | undefined): Plugin {
  return {
    name: 'admin-app-addresses',
    resolveId: (id) => (id === ADDRESSES ? RESOLVED : id === DEV_ENTRY ? DEV_ENTRY : undefined),
    load: async (id) => {
      if (id === DEV_ENTRY) return DEV_SOURCE
      if (id !== RESOLVED) return undefined
      const { entry, preloads } = (await packed()) ?? { entry: DEV_ENTRY, preloads: [] }
      return `export const entry = ${JSON.stringify(entry)}\nexport const preloads = ${JSON.stringify(preloads)}`
    },
  }
}

const DEV_SOURCE = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
await import('/${ADMIN_ENTRY}')`
