import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'
import { packSignedInBar, writeSignedInBar } from './signed-in-bar.ts'

const ENTRY = fileURLToPath(new URL('../page-script/page-script.ts', import.meta.url))
const ASSETS = '_astro'

/** The script in the head of every page, packed and minified. `bar` is the address of the script of the signed-in bar. */
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
 * script for signed-in viewers is next to the other assets, where the page script loads it.
 */
export function pageScript(): AstroIntegration {
  const packing = packSignedInBar()
  return {
    name: 'page-script',
    hooks: {
      'astro:config:setup': async ({ injectScript, addClientDirective, updateConfig }) => {
        const { name } = await packing
        updateConfig({ build: { assets: ASSETS } })
        injectScript('head-inline', await packPageScript(`/${ASSETS}/${name}`))
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/hydrate-on-wake.ts',
        })
      },
      'astro:server:setup': async ({ server }) => {
        const { name, code } = await packing
        server.middlewares.use(`/${ASSETS}/${name}`, (_request, response) => {
          response.setHeader('Content-Type', 'text/javascript').end(code)
        })
      },
      'astro:build:done': async ({ dir }) => {
        await writeSignedInBar(await packing, join(fileURLToPath(dir), ASSETS))
      },
    },
  }
}
