import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'esbuild'

const ENTRY = fileURLToPath(new URL('../page-script/page-script.ts', import.meta.url))

/** The script that stands in the head of every page, packed and minified. */
export async function packPageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  const [file] = outputFiles
  if (!file) throw new Error('The page script came out empty')
  return file.text.trim()
}

/** Puts the page script into every page, inline, and offers `client:interaction`. Astro adds both hashes to the policy. */
export function pageScript(): AstroIntegration {
  return {
    name: 'page-script',
    hooks: {
      'astro:config:setup': async ({ injectScript, addClientDirective }) => {
        injectScript('head-inline', await packPageScript())
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/islands/hydrate-on-wake.ts',
        })
      },
    },
  }
}
