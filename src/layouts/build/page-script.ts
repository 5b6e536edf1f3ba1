import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { FixedFiles } from './finish-site.ts'
import {
  type PackedScript,
  packOffline,
  packSeen,
  packShopPage,
  packSignedInBar,
  writeScript,
} from './later-scripts.ts'

const ENTRY = fileURLToPath(new URL('../page-script/page-script.ts', import.meta.url))
const ASSETS = '_astro'

/** The script in the head of every page, packed and minified. `bar` is the address of what signed-in people load. */
export async function packPageScript(bar: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    // Not 'iife': around `import()` that brings a loader of its own, larger than all the rest.
    format: 'esm',
    banner: { js: '(()=>{' },
    footer: { js: '})()' },
    target: 'es2022',
    external: [bar],
    define: { SIGNED_IN_BAR: JSON.stringify(bar) },
    write: false,
  })
  const [file] = outputFiles
  if (!file) throw new Error('The page script came out empty')
  return file.text.replaceAll('\n', '')
}

/**
 * Puts the page script into every page, inline, and offers `client:interaction`. Astro adds both hashes to the policy. The
 * scripts that it loads later are next to the other assets.
 */
export function pageScript(): FixedFiles {
  const packing: Promise<PackedScript[]> = Promise.all([packSignedInBar(), packSeen(), packShopPage()])
  const packingOffline = packOffline()
  return {
    name: 'page-script',
    hooks: {
      'astro:config:setup': async ({ injectScript, addClientDirective, updateConfig }) => {
        const [bar = '', seen, shop] = (await packing).map(({ name }) => `/${ASSETS}/${name}`)
        updateConfig({
          build: { assets: ASSETS },
          // Layouts name them. (src/layouts/astro.d.ts)
          vite: { define: { SEEN_SCRIPT: JSON.stringify(seen), SHOP_SCRIPT: JSON.stringify(shop) } },
        })
        injectScript('head-inline', await packPageScript(bar))
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/hydrate-on-wake.ts',
        })
      },
      'astro:server:setup': async ({ server }) => {
        const assets = (await packing).map(({ name, code }) => ({ name: `${ASSETS}/${name}`, code }))
        for (const { name, code } of [...assets, ...(await packingOffline)])
          server.middlewares.use(`/${name}`, (_request, response) => {
            response.setHeader('Content-Type', 'text/javascript').end(code)
          })
      },
    },
    writeFiles: async (outDir) => {
      for (const script of await packing) await writeScript(script, join(outDir, ASSETS))
      for (const script of await packingOffline) await writeScript(script, outDir)
    },
  }
}
