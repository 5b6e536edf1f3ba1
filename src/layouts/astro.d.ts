/// <reference types="astro/client" />

declare module 'virtual:admin-app' {
  /** Address of the admin area's script. */
  export const entry: string
  /** Addresses of what that script imports at once. */
  export const preloads: string[]
}

/** Address of `page-script/seen.ts` as it was packed for this site. */
declare const SEEN_SCRIPT: string
/** Address of `src/islands/shop/shop-page.ts` as it was packed for this site. */
declare const SHOP_SCRIPT: string
