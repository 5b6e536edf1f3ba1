/** Contained in everything the demo keeps unpublished: the draft, and rows that are not active. It must never reach a visitor. */
export const CANARY = 'quillback'
