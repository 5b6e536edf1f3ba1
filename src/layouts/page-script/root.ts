/** The element whose `data-*` tell the styles what holds for the whole page. */
export const root = document.documentElement
